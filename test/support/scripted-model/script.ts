import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Environment variable with the folder through which a test and the scripted model talk. */
export const FOLDER_VARIABLE = 'WORKORDER_SCRIPTED_MODEL';

export type ScriptedAnswer = {
  /** Answers only a request that contains this text; without it, the next request whatever it is. */
  readonly when?: string;
} & (
  | { readonly text: string; readonly pieces?: number; readonly pauseMs?: number }
  | { readonly toolCall: { readonly name: string; readonly input: object } }
  | { readonly error: 'Blocked' | 'NotFound' | 'NoPermissions' }
);

/** One request as the model saw it. */
export interface ScriptedRequest {
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly tools: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ScriptedCommand {
  readonly command: string;
  readonly args: readonly unknown[];
}

const HELD = 'held';

/** The queue of answers and the requests so far. Lives on disk, so both sides of a process border can hold it. */
export class Script {
  readonly folder: string;
  readonly #answers: string;
  readonly #requests: string;
  readonly #commands: string;

  constructor(folder: string) {
    this.folder = folder;
    this.#answers = path.join(folder, 'answers');
    this.#requests = path.join(folder, 'requests.jsonl');
    this.#commands = path.join(folder, 'commands');
    fs.mkdirSync(this.#answers, { recursive: true });
    fs.mkdirSync(this.#commands, { recursive: true });
  }

  /** Queues answers behind those that wait. */
  add(...answers: readonly ScriptedAnswer[]): void {
    const last = this.#waiting().at(-1);
    let number = last === undefined ? 1 : Number.parseInt(last, 10) + 1;
    for (const answer of answers) {
      const name = `${String(number++).padStart(6, '0')}.json`;
      // Under its name only when it is whole: the model may look at any moment.
      const draft = path.join(this.folder, name);
      fs.writeFileSync(draft, JSON.stringify(answer));
      fs.renameSync(draft, path.join(this.#answers, name));
    }
  }

  /** Forgets answers that nobody asked for and requests seen so far. */
  clear(): void {
    for (const name of this.#waiting()) fs.rmSync(path.join(this.#answers, name));
    for (const file of [this.#requests, path.join(this.folder, HELD)]) fs.rmSync(file, { force: true });
  }

  /** Until the function that it gives is called, the model has a request and says nothing. */
  hold(): () => void {
    const held = path.join(this.folder, HELD);
    fs.writeFileSync(held, '');
    return () => fs.rmSync(held, { force: true });
  }

  get isHeld(): boolean {
    return fs.existsSync(path.join(this.folder, HELD));
  }

  /** Runs a command in the window, with arguments that are JSON, and gives what it answered as JSON. */
  async runCommand(command: string, ...args: readonly unknown[]): Promise<unknown> {
    const file = path.join(this.#commands, `${randomUUID()}.json`);
    fs.writeFileSync(`${file}.draft`, JSON.stringify({ command, args } satisfies ScriptedCommand));
    fs.renameSync(`${file}.draft`, file);
    for (;;) {
      if (fs.existsSync(`${file}.answer`)) break;
      await delay(50);
    }
    const answer = JSON.parse(fs.readFileSync(`${file}.answer`, 'utf8')) as {
      value?: unknown;
      error?: string;
    };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  /** Called in the window: the commands that wait, each with the function that answers it. */
  takeCommands(): readonly (readonly [ScriptedCommand, (answer: object) => void])[] {
    const waiting = fs.readdirSync(this.#commands).filter(name => name.endsWith('.json'));
    return waiting.map(name => {
      const file = path.join(this.#commands, name);
      const command = JSON.parse(fs.readFileSync(file, 'utf8')) as ScriptedCommand;
      fs.rmSync(file);
      const answer = (value: object) => {
        fs.writeFileSync(`${file}.draft`, JSON.stringify(value));
        fs.renameSync(`${file}.draft`, `${file}.answer`);
      };
      return [command, answer] as const;
    });
  }

  requests(): readonly ScriptedRequest[] {
    if (!fs.existsSync(this.#requests)) return [];
    const lines = fs.readFileSync(this.#requests, 'utf8').trimEnd().split('\n');
    return lines.map(line => JSON.parse(line) as ScriptedRequest);
  }

  /** Called by the model: notes the request and takes the first answer meant for it. */
  take(request: ScriptedRequest): ScriptedAnswer | undefined {
    fs.appendFileSync(this.#requests, `${JSON.stringify(request)}\n`);
    const asked = request.messages.map(message => message.text).join('\n');
    for (const name of this.#waiting()) {
      const file = path.join(this.#answers, name);
      const answer = JSON.parse(fs.readFileSync(file, 'utf8')) as ScriptedAnswer;
      if (answer.when !== undefined && !asked.includes(answer.when)) continue;
      fs.rmSync(file);
      return answer;
    }
    return undefined;
  }

  #waiting(): string[] {
    return fs.readdirSync(this.#answers).sort();
  }
}

import { spawn } from 'node:child_process';
import path from 'node:path';
import readline from 'node:readline';
import { evidenceOf } from '../../unit/evidence/evidence-of.ts';
import { laidOutAnew } from './mutations.ts';
import { ANOTHER_CALL, type Mutant, mutants } from './programs.ts';
import { realMutants } from './real-programs.ts';

interface Shown {
  readonly value: string;
  readonly signature: string;
  readonly calls?: readonly string[];
}
type Observed = Readonly<
  Record<
    string,
    {
      readonly error?: string;
      readonly names?: Readonly<Record<string, Shown>>;
      readonly after?: Readonly<Record<string, string>>;
      /** Of each name: in which functions its calls raised something, one after the other. */
      readonly raised?: Readonly<Record<string, readonly string[]>>;
    }
  >
>;
export interface Observation {
  readonly before: Observed;
  readonly after: Observed;
}

/** What Python does with both versions of each mutant. */
export async function observe(all: readonly Mutant[]): Promise<readonly Observation[]> {
  const driver = spawn('python3', [path.join(import.meta.dirname, 'run_pairs.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for (const { before, after } of all) driver.stdin.write(`${JSON.stringify({ before, after })}\n`);
  driver.stdin.end();
  const found: Observation[] = [];
  for await (const line of readline.createInterface({ input: driver.stdout })) found.push(JSON.parse(line));
  if (found.length !== all.length) throw new Error(`${found.length} of ${all.length} programs ran`);
  return found;
}

const names = (observed: Observed, module: string) => observed[module]?.names ?? {};
const modulesOf = ({ before }: Observation) => Object.keys(before);
const isOwn = (mutant: Mutant, module: string, name: string) =>
  new RegExp(`^(?:@.*\\n)*(?:async )?(?:def|class) ${name}\\b|^${name} =`, 'm').test(
    mutant.before[`${module}.py`] ?? '',
  );

type Judge = (observation: Observation, mutant: Mutant) => string | undefined;

/** Why execution contradicts that the phrase is proved; `undefined` when it does not. */
export const CONTRADICTS: Readonly<Record<string, Judge>> = {
  'no behavior changes': (observation, mutant) => {
    const { before, after } = observation;
    for (const module of modulesOf(observation)) {
      if (before[module]?.error !== after[module]?.error)
        return `${module}: ${before[module]?.error ?? 'imported'} became ${after[module]?.error ?? 'imported'}`;
      for (const [name, shown] of Object.entries(names(before, module))) {
        const now = names(after, module)[name];
        if (now === undefined && !isOwn(mutant, module, name)) continue;
        if (JSON.stringify(shown) !== JSON.stringify(now))
          return `${module}.${name}: ${JSON.stringify(shown)} became ${JSON.stringify(now)}`;
        const [was, is] = [before[module]?.after?.[name], after[module]?.after?.[name]];
        if (was !== is) return `${module}.${name} afterwards: ${was} became ${is}`;
      }
    }
    return undefined;
  },
  'no broken imports': observation => importsBroken(observation),
  'no public names removed': (observation, mutant) => {
    const { before, after } = observation;
    for (const module of modulesOf(observation)) {
      if (before[module]?.error !== undefined || after[module]?.error !== undefined) continue;
      for (const name of Object.keys(names(before, module)))
        if (!name.startsWith('_') && isOwn(mutant, module, name) && !(name in names(after, module)))
          return `${module}.${name} is gone`;
    }
    return undefined;
  },
  'no signature changes': (observation, mutant) => signatureChanged(observation, mutant),
  'no public API changes': (observation, mutant) =>
    CONTRADICTS['no public names removed']?.(observation, mutant) ?? signatureChanged(observation, mutant),
  'no broken callers': (observation, mutant) => {
    const broken = importsBroken(observation);
    if (broken !== undefined) return broken;
    const { before, after } = observation;
    for (const module of modulesOf(observation))
      for (const [name, { calls = [], signature }] of Object.entries(names(before, module))) {
        const now = names(after, module)[name];
        if (now === undefined || now.signature !== signature || !isOwn(mutant, module, name)) continue;
        for (const [i, call] of calls.entries()) {
          const is = now.calls?.[i] ?? '';
          if (call.startsWith('raises') || !CALLS_IN_VAIN.test(is)) continue;
          const raised = now.calls?.slice(0, i).filter(each => each.startsWith('raises')).length ?? 0;
          const [file = '', inner = ''] = (after[module]?.raised?.[name]?.[raised] ?? '').split(' ');
          // Who is called anew may have been broken before.
          if (mutant.change.includes(ANOTHER_CALL) && !isChanged(mutant, file, inner)) continue;
          return `${module}.${name}: ${call} became ${is}`;
        }
      }
    return undefined;
  },
};

const CALLS_IN_VAIN = /^raises (?:TypeError|NameError|ImportError|AttributeError)$/;

/** Whether the function is not written as it was. */
const isChanged = ({ before, after }: Mutant, file: string, name: string): boolean =>
  functionsNamed(name, before[file] ?? '').join() !== functionsNamed(name, after[file] ?? '').join();

/** The functions and methods of that name, as they are written. */
function functionsNamed(name: string, source: string): readonly string[] {
  const lines = source.split('\n');
  return lines.flatMap((line, from) => {
    const indent = /^(\s*)(?:async )?def (\w+)\(/.exec(line);
    if (indent?.[2] !== name) return [];
    const isOutside = (each: string) => each.trim() !== '' && !each.startsWith(`${indent[1]} `);
    const length = lines.slice(from + 1).findIndex(isOutside);
    return [lines.slice(from, length < 0 ? undefined : from + 1 + length).join('\n')];
  });
}

function importsBroken({ before, after }: Observation): string | undefined {
  for (const module of Object.keys(before)) {
    const now = after[module]?.error ?? '';
    if (before[module]?.error === undefined && /^(?:ImportError|ModuleNotFoundError)$/.test(now))
      return `${module} raises ${now} on import`;
  }
  return undefined;
}

function signatureChanged(observation: Observation, mutant: Mutant): string | undefined {
  const { before, after } = observation;
  for (const module of modulesOf(observation))
    for (const [name, { signature }] of Object.entries(names(before, module))) {
      const now = names(after, module)[name];
      // The phrases speak of public names.
      if (now === undefined || name.startsWith('_') || !isOwn(mutant, module, name)) continue;
      if (signature !== now.signature) return `${module}.${name}${signature} became ${now.signature}`;
    }
  return undefined;
}

/** Why execution shows that "violated" is wrong. */
export const REFUTES: Readonly<Record<string, Judge>> = {
  'no behavior changes': (observation, mutant) =>
    CONTRADICTS['no behavior changes']?.(observation, mutant) === undefined &&
    Object.keys(observation.after).every(module => observation.after[module]?.error === undefined)
      ? 'both versions show the same'
      : undefined,
  'no broken callers': ({ after }, { change, before: old, after: now }) => {
    if (change !== ANOTHER_CALL) return undefined;
    const changed = Object.keys(now).flatMap(file =>
      (now[file] ?? '')
        .split('\n\n\n')
        .filter(each => !old[file]?.includes(each))
        .map(each => ({ module: file.slice(0, -3), name: /^def (\w+)/.exec(each)?.[1] ?? '' })),
    );
    const [calls] = changed.map(({ module, name }) => after[module]?.names?.[name]?.calls);
    return calls?.every(call => !call.startsWith('raises')) ? 'every call of it works' : undefined;
  },
  'no broken imports': ({ after }) =>
    Object.values(after).every(({ error }) => error === undefined) ? 'every module is imported' : undefined,
};

export interface Tally {
  proved: number;
  violated: number;
  open: number;
}
export interface Round {
  readonly mutants: number;
  readonly tally: Readonly<Record<string, Tally>>;
  readonly wrong: readonly string[];
}

/** Holds the verdicts about that many mutants against what Python does. */
export async function playRound(count: number, random: () => number): Promise<Round> {
  const phrases = Object.keys(CONTRADICTS);
  const tally = Object.fromEntries(phrases.map(phrase => [phrase, { proved: 0, violated: 0, open: 0 }]));
  const wrong: string[] = [];
  const small = mutants(random);
  const real = realMutants(random);
  for (let done = 0; done < count; done += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - done) }, (_, i) => {
      const mutant = (i % REAL === 0 ? real : small).next().value as Mutant;
      return i % ANEW === 0 && mutant.change !== ANOTHER_CALL ? writtenOtherwise(mutant, random) : mutant;
    });
    const observing = observe(batch);
    const verdicts = [];
    for (const { before, after } of batch) {
      const gone = Object.keys(before).filter(file => !(file in after));
      const edit = { ...after, ...Object.fromEntries(gone.map(file => [file, null])) };
      const changed = Object.fromEntries(
        Object.entries(edit).filter(([file, text]) => before[file] !== text),
      );
      verdicts.push((await evidenceOf({ before, after: changed, invariants: phrases })).invariants);
    }
    for (const [i, observation] of (await observing).entries()) {
      const mutant = batch[i] as Mutant;
      for (const { text, verdict, reason } of verdicts[i] ?? []) {
        const each = tally[text] as Tally;
        each[verdict === 'proved' ? 'proved' : verdict === 'violated' ? 'violated' : 'open']++;
        const against =
          verdict === 'proved'
            ? CONTRADICTS[text]?.(observation, mutant)
            : verdict === 'violated'
              ? REFUTES[text]?.(observation, mutant)
              : undefined;
        if (against !== undefined) wrong.push(describe({ text, verdict, reason, against, mutant }));
      }
    }
  }
  return { mutants: count, tally, wrong };
}

const BATCH = 500;
/** One in so many is a mutant of a real module. */
const REAL = 5;
/** One in so many is written in another way: statements on one line, parentheses that come or go. */
const ANEW = 4;

/** Its changed files, in both versions or in the later one. */
function writtenOtherwise({ change, before, after }: Mutant, random: () => number): Mutant {
  const isBoth = random() < 0.5;
  const written = (program: Mutant['before'], other: Mutant['before']): Mutant['before'] =>
    Object.fromEntries(
      Object.entries(program).map(([file, text]) => [
        file,
        text === other[file] || !file.endsWith('.py') ? text : laidOutAnew(text, random),
      ]),
    );
  return {
    change: `${change}, written otherwise`,
    before: isBoth ? written(before, after) : before,
    after: written(after, before),
  };
}

function describe(found: {
  readonly text: string;
  readonly verdict: string;
  readonly reason: string;
  readonly against: string;
  readonly mutant: Mutant;
}): string {
  const { text, verdict, reason, against, mutant } = found;
  const files = [...new Set([...Object.keys(mutant.before), ...Object.keys(mutant.after)])].filter(
    file => mutant.before[file] !== mutant.after[file] || file === 'main.py',
  );
  const show = (program: Mutant['before']) =>
    files.map(file => `--- ${file}\n${program[file] ?? '(none)'}`.replace(/\n{2,}/g, '\n')).join('\n');
  return `"${text}" ${verdict} (${reason}), but ${against} [${mutant.change}]\n== before\n${show(mutant.before)}\n== after\n${show(mutant.after)}`;
}

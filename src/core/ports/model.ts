/** A JSON Schema (draft-07) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ToolDeclaration {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote it; parsed strictly by the toolbox, never repaired. */
  readonly argumentsJson: string;
}

export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly text: string }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls: readonly ModelToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly text: string };

export interface ModelOutput {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The answer has a place for calls of the tools: where there are no native ones, they are made there and nowhere else. */
  readonly holdsCalls?: true;
}

export interface ModelRequest {
  /** Who asks: designer, qa, manager … Replay and settings choose by it. */
  readonly role: string;
  readonly messages: readonly ModelMessage[];
  /** Tools the model may call before its final answer; may be empty. */
  readonly tools: readonly ToolDeclaration[];
  /** The final answer is one JSON object of this schema. */
  readonly output: ModelOutput;
  readonly temperature?: number;
  readonly signal: AbortSignal;
  /** Called with each piece of the final answer's text as it arrives. */
  readonly onText?: (delta: string) => void;
  /** Called when the pieces given to `onText` so far are void: a retry starts over, or tool calls follow. */
  readonly onTextDiscarded?: () => void;
  /** Called with a sentence while the client waits, for example before a retry. */
  readonly onWaiting?: (sentence: string) => void;
}

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of the tokens sent, those the provider had in its cache; left out when it does not say. */
  readonly cachedInputTokens?: number;
  /** True when the endpoint did not say, or not of every try, and the numbers are ours. */
  readonly estimated: boolean;
  /** It was said before and is played back: nothing was sent. */
  readonly played?: true;
}

export type ModelReply =
  | { readonly kind: 'answer'; readonly text: string; readonly usage: ModelUsage; readonly model: string }
  | {
      readonly kind: 'tool_calls';
      readonly text: string;
      readonly calls: readonly ModelToolCall[];
      readonly usage: ModelUsage;
      readonly model: string;
    }
  /** The request did not give a whole answer; `reason` is a sentence without secrets. */
  | {
      readonly kind: 'fault';
      readonly code: string;
      readonly reason: string;
      /** What the tries cost; left out when no model was reached. */
      readonly usage?: ModelUsage;
      /** What the model had written until then, without secrets, cut to a length; for a person to read, never an answer. */
      readonly written?: string;
      /** The endpoint or the way to it is out of order, which may pass; with what the endpoint asked to wait. */
      readonly outage?: { readonly retryAfterMs?: number };
    };

/** Which model at which endpoint: two of the same identity think alike. */
export interface ModelIdentity {
  /** Origin of the endpoint, or `vscode` for a model of the editor. */
  readonly endpoint: string;
  /** Host and port, or the vendor of a model of the editor; for sentences and price tables. */
  readonly host: string;
  /** The model's name as the endpoint knows it. */
  readonly model: string;
}

/** One model behind one role. Rejects only with `Cancelled`; every other fault is a value. */
export interface Model {
  /** For reports: for example `openai:gpt-5 at api.openai.com`, `replay:approved.json`. */
  readonly label: string;
  /** Left out by what only plays answers back. */
  readonly identity?: ModelIdentity;
  /** What it answers was said before, in a recording or a file: nothing is sent. Left out: it is asked. */
  readonly plays?: 'recorded' | 'given';
  /** False: a server holds the model to the schema of the answer, and shows it nothing of it. Left out: it is shown. */
  readonly showsSchema?: (signal: AbortSignal) => Promise<boolean>;
  ask(request: ModelRequest): Promise<ModelReply>;
}

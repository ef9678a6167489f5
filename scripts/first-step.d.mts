export interface WalkStep {
  readonly what: string;
  readonly actions: number;
  readonly seconds: number;
}

export interface WrongTurn {
  readonly what: string;
  readonly recovery: string;
  readonly actions: number;
}

export function walkToFirstStep(): Promise<{
  readonly straight: readonly WalkStep[];
  readonly turns: readonly WrongTurn[];
}>;

/** What is to be done, and the file it is done in. */
export const STEP: string;
export const SOURCE: string;

export interface Place {
  /** The folder of the package. */
  readonly package: string;
  readonly env: Readonly<Record<string, string>>;
  /** The file as it is now. */
  text(): string;
}

export function place(folder: string): Place;

export interface WalkEndpoint {
  readonly url: string;
  readonly port: number;
  /** How many questions it has answered. */
  asked(): number;
  close(): Promise<void>;
}

export function startEndpoint(
  port?: number,
  accepts?: (authorization: string | undefined) => boolean,
): Promise<WalkEndpoint>;

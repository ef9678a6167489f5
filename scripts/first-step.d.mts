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

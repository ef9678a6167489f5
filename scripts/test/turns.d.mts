export declare const TURNS: number;
export declare const DEALT_SUITES: readonly string[];
export declare const IN_EVERY_TURN: readonly string[];
export declare function secondsOf(file: string): number;
export declare function turnOf(commit: string): number;
export declare function dealOut(files: readonly string[]): Map<string, number>;
export declare function filesOfTurn(
  turn: number,
  files: readonly string[],
  changed?: readonly string[],
): Set<string>;

export interface ShownFigure {
  readonly what: string;
  readonly unit: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly runs: number;
  readonly target?: string;
  readonly verdict: string;
}
export interface ShownResult {
  readonly bench: string;
  readonly figures: readonly ShownFigure[];
  readonly notes: readonly string[];
}
export declare function figuresPage(page: string, results: readonly ShownResult[], measured: string): string;

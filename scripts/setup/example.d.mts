export interface ExampleCopy {
  readonly folder: string;
  readonly replies: string;
  /** Makes the folder as it was when it was copied. */
  reset(): Promise<void>;
  dispose(): void;
}
export declare function copyExample(): Promise<ExampleCopy>;

export interface ExampleCopy {
  readonly folder: string;
  readonly replies: string;
  dispose(): void;
}
export declare function copyExample(): Promise<ExampleCopy>;

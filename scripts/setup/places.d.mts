export declare const root: string;
export declare const projectNode: string;
export declare const python: { readonly folder: string; readonly executable: string };
export declare const results: string;
export declare const browserHost: {
  readonly folder: string;
  readonly stamp: string;
  readonly vscode: string;
  readonly server: string;
  readonly nodePackage: string;
  readonly nodeFolder: string;
  readonly node: string;
};
export declare function findProgram(...names: readonly string[]): string | undefined;
export declare function findChromium(): string | undefined;
export declare function childEnvironment(more?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;

import type { Age, VsCodeVersions } from './supported.mjs';

export declare const root: string;
export declare const projectNode: string;
export declare const python: { readonly folder: string; readonly executable: string };
export declare const modelServer: { readonly folder: string; readonly executable: string };
export interface UserNode {
  readonly age: Age;
  readonly version: string;
  readonly folder: string;
  readonly package: string;
  readonly program: string;
}
export declare const userNodes: readonly UserNode[];
export declare function chosenUserNode(): UserNode;
export declare const vscodeAge: 'oldest' | 'newest';
export declare const results: string;
export interface BrowserHost {
  readonly versions: VsCodeVersions;
  readonly folder: string;
  readonly stamp: string;
  readonly vscode: string;
  readonly server: string;
  readonly nodePackage: string;
  readonly nodeFolder: string;
  readonly node: string;
}
export declare const browserHosts: Readonly<Record<'oldest' | 'newest', BrowserHost>>;
export declare const browserHost: BrowserHost;
export declare function findProgram(...names: readonly string[]): string | undefined;
export declare function findChromium(): string | undefined;
export declare function childEnvironment(more?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;

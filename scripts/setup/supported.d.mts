export type Age = 'oldest' | 'middle' | 'newest';
export interface VsCodeVersions {
  readonly vscode: string;
  readonly codeServer: string;
  readonly node: string;
}
export declare const NODES: Readonly<Record<Age, string>>;
export declare const VSCODES: Readonly<Record<'oldest' | 'newest', VsCodeVersions>>;

export declare function chooseVsCode(): Promise<{
  readonly kind: 'desktop' | 'browser';
  readonly why: string;
}>;
export declare function hasDisplay(): boolean;

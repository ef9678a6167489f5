export declare function shortNames(texts: ReadonlyMap<string, string>): (text: string) => string;

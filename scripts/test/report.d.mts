import type { Count } from './results.mjs';

export declare function slowestTests(counts: readonly Count[]): string[];
export declare function failedTests(counts: readonly Count[]): string[];
export declare function summary(counts: readonly Count[], seconds: number): string[];
export declare function closingLine(counts: readonly Count[]): string;

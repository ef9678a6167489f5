export function ensureBubblewrap(machine?: {
  readonly platform?: string;
  readonly find?: (program: string) => string | undefined;
}): Promise<string>;

import type { ReadToml } from '../../core/clients/merge-entry.ts';
import { fail, ok } from '../../core/kernel/result.ts';

/** Reads TOML for whoever has no reader; loaded when it is needed. Errors are `line N: …`. */
export async function tomlReader(): Promise<ReadToml> {
  const { parse, TomlError } = await import('smol-toml');
  return text => {
    try {
      return ok(parse(text.replace(/^\uFEFF/, '')));
    } catch (error) {
      if (!(error instanceof TomlError)) throw error;
      return fail(`line ${error.line}: ${error.message.split('\n', 1)[0]}`);
    }
  };
}

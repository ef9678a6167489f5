import { redact } from '../../core/kernel/redact.ts';
import { type SecretFiles, withoutSecretFiles } from '../../core/runs/without-secret-files.ts';
import type { RunReport } from '../../generated/contracts.ts';

/**
 * The report without secrets: keys, and the text of files that look like secrets. The home folder, which often is a
 * person's name, becomes `~`, except in the replay, whose texts stay as they were.
 *
 * @param secrets the keys that are known on this machine
 * @param home absolute path of the home folder
 * @param files what else is known of the run's secret-looking files
 */
export function redactReport(
  report: RunReport,
  secrets: readonly string[],
  home: string,
  files?: SecretFiles,
): RunReport {
  const { value: shown, paths } = withoutSecretFiles(report, files);
  const clean = (text: string): string => redact(text, secrets);
  const cleanAndShort = (text: string): string => {
    const short = home.length > 1 ? text.replaceAll(home, '~') : text;
    return clean(short);
  };
  const { replay, ...rest } = shown;
  const left =
    paths.length === 0
      ? []
      : [`What the run recorded of ${paths.join(', ')} is taken out, because such files look like secrets.`];
  return {
    ...mapTexts({ ...rest, about: [...rest.about, ...left] }, cleanAndShort),
    replay: mapTexts(replay, clean),
  };
}

/** The same value with every text in it, keys included, passed through `change`. */
function mapTexts<T>(value: T, change: (text: string) => string): T;
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map(item => mapTexts(item as unknown, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapTexts(item as unknown, change)]),
  );
}

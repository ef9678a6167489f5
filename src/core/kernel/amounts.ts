/** `1 file`, `3 files`; `plural` where adding an s is not enough. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(n)} ${n === 1 ? noun : plural}`;
}

/** `7 ms`, `0.4 s`, `12 s`, `3 min 05 s`, `2 h 07 min`; from milliseconds. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${twoDigits(whole % 60)} s`;
  const inMinutes = Math.round(whole / 60);
  return `${Math.floor(inMinutes / 60)} h ${twoDigits(inMinutes % 60)} min`;
}

const twoDigits = (n: number): string => String(n).padStart(2, '0');

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`; from milliseconds. */
export const ago = (ms: number): string => (ms < 60_000 ? 'just now' : `${minutes(ms)} ago`);

/** `5 min`, `3 h`, `2 days`: the whole ones that have passed; from milliseconds. */
export function minutes(ms: number): string {
  const whole = Math.floor(ms / 60_000);
  if (whole < 60) return `${whole} min`;
  const hours = Math.floor(whole / 60);
  return hours < 24 ? `${hours} h` : count(Math.floor(hours / 24), 'day');
}

/** `2026-11-22 14:05:09` where the person is; from milliseconds since 1970. */
export function localTime(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(':')}`;
}

/** `12,345`: the same in every locale, so that reports can be compared. */
function groupDigits(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The first line, shortened to `max` characters. */
export function firstLine(text: string, max = 120): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? '';
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

/** `1 file`, `3 files`; `plural` where adding an s is not enough. */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(n)} ${n === 1 ? noun : plural}`;
}

/** `7 ms`, `0.4 s`, `12 s`, `3 min 05 s`; from milliseconds. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** `just now`, `5 min ago`, `3 h ago`, `2 days ago`; from milliseconds. */
export function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  return `${count(Math.floor(hours / 24), 'day')} ago`;
}

/** `12,345`: the same in every locale, so that reports can be compared. */
export function groupDigits(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** The first line, shortened to `max` characters. */
export function firstLine(text: string, max = 120): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? '';
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}

const SHOWN = 5;

/** What of the user's folder agents in checkouts beside it do not have; `undefined`: they have all of it. */
export function notSeenSentence(paths: readonly string[], start: string): string | undefined {
  if (paths.length === 0) return undefined;
  const more = paths.length > SHOWN ? ` and ${paths.length - SHOWN} more` : '';
  const [are, they] = paths.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${paths.slice(0, SHOWN).join(', ')}${more} ${are} changed and not committed: the agents work from commit ${start.slice(0, 9)} and do not see ${they}`;
}

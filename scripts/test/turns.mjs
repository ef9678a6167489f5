// Which files of the long suites one run of `npm test` has: a fifth of each suite, another one for another commit. All
// of them take 25 minutes, which nobody waits for before each commit. Pure: the same commit has the same files.
import fs from 'node:fs';

const seconds = JSON.parse(fs.readFileSync(new URL('seconds.json', import.meta.url), 'utf8'));

export const TURNS = 5;
/** Suites that are dealt out: they start programs, servers and windows. All others are whole in every run. */
export const DEALT_SUITES = ['node', 'cli', 'clients', 'faults', 'models', 'host', 'ui'];
/** What every run has: each command on each supported Node, the start of the extension, an order from its file to its lint. */
export const IN_EVERY_TURN = [
  'cli/every-node.test.ts',
  'host/suite/activation.test.ts',
  'host/suite/run.test.ts',
];
/** A file that nobody has measured yet. */
const UNKNOWN_SECONDS = 5;

/** How long a file takes on a busy machine, as `node scripts/test/seconds.mjs` found it. */
export function secondsOf(file) {
  return seconds[file] ?? UNKNOWN_SECONDS;
}

/** The turn of a commit, 1 to 5, from the beginning of its hash. */
export function turnOf(commit) {
  return (Number.parseInt(commit.slice(0, 8), 16) % TURNS) + 1;
}

/**
 * Deals the files out so that each turn takes about as long, in every suite: the longest first, each to the turn that
 * has least of its suite, of those to the one that has least at all.
 * @param {readonly string[]} files below test/, such as `cli/run.test.ts`
 * @returns {Map<string, number>} the turn of each
 */
export function dealOut(files) {
  const turns = new Map();
  const all = Array.from({ length: TURNS }, () => 0);
  for (const suite of DEALT_SUITES) {
    const own = Array.from({ length: TURNS }, () => 0);
    const isFirst = (a, b) => own[a] < own[b] || (own[a] === own[b] && all[a] < all[b]);
    for (const file of longestFirst(files.filter(one => one.startsWith(`${suite}/`)))) {
      const turn = own.reduce((best, _, index) => (isFirst(index, best) ? index : best), 0);
      own[turn] += secondsOf(file);
      all[turn] += secondsOf(file);
      turns.set(file, turn + 1);
    }
  }
  return turns;
}

/**
 * The files of one turn, those that are in every one, and those that are `changed`: who writes a test sees it run.
 * @returns {Set<string>}
 */
export function filesOfTurn(turn, files, changed = []) {
  const turns = dealOut(files);
  const isMeant = file => turns.get(file) === turn || IN_EVERY_TURN.includes(file) || changed.includes(file);
  return new Set(files.filter(isMeant));
}

function longestFirst(files) {
  return [...files].sort((a, b) => secondsOf(b) - secondsOf(a) || (a < b ? -1 : 1));
}

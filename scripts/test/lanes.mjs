// Which jobs may start now. Pure: the same jobs and the same ends give the same order on every machine.

const MOST_WINDOWS = 3;

/**
 * How many jobs of each lane run at once. VS Code also waits, so it gets as many jobs as there are cores beside those
 * that compute, but three windows on two cores wait for each other until one does not come; one core
 * is left to it as long as there are any (`cpuAlone`: how many compute when there are none).
 */
export function capacityFor(cores) {
  return { install: 1, vscode: Math.min(cores, MOST_WINDOWS), cpu: Math.max(1, cores - 1), cpuAlone: cores };
}

/**
 * What of `waiting` may start now, in every lane the longest first; and what never can (`drop`), because the job it
 * needs failed. `ended` tells of each ended job whether it succeeded.
 */
export function nextJobs({ waiting, running, ended }, capacity) {
  const drop = waiting.filter(({ needs }) => needs !== undefined && ended.get(needs) === false);
  const ready = waiting.filter(({ needs }) => needs === undefined || ended.get(needs) === true);
  const used = countLanes(running);
  const hasWindows = [...running, ...waiting].some(job => job.lane === 'vscode' && !drop.includes(job));
  const limits = { ...capacity, cpu: hasWindows ? capacity.cpu : capacity.cpuAlone };
  const start = [];
  for (const job of [...ready].sort((a, b) => b.expected - a.expected)) {
    const taken = used.get(job.lane) ?? 0;
    if (taken >= (limits[job.lane] ?? 1)) continue;
    used.set(job.lane, taken + 1);
    start.push(job);
  }
  return { start, drop };
}

function countLanes(jobs) {
  const used = new Map();
  for (const { lane } of jobs) used.set(lane, (used.get(lane) ?? 0) + 1);
  return used;
}

import assert from 'node:assert/strict';
import { capacityFor, type LaneJob, nextJobs } from '../../../scripts/test/lanes.mjs';

const SUITES = `
  check     cpu     5
  faults    cpu     120
  unit      cpu     40
  host      vscode   220  install
  ui 1      vscode  180  install
  ui 2      vscode  170  install
  install   install  10
`;

/** One job a line: name, lane, seconds, and the job it needs, two spaces or more between them. */
function read(text: string): readonly LaneJob[] {
  return text
    .trim()
    .split('\n')
    .map(line => {
      const [name = '', lane = '', expected = '', needs] = line.trim().split(/ {2,}/);
      return { name, lane, expected: Number(expected), ...(needs !== undefined && { needs }) };
    });
}

/** Who starts when and who is dropped, if each job takes as long as expected. */
function play(text: string, cores: number, failing: readonly string[] = []): string {
  let waiting = read(text);
  const running = new Map<LaneJob, number>();
  const ended = new Map<string, boolean>();
  const lines: string[] = [];
  for (let now = 0; ; ) {
    const next = nextJobs({ waiting, running: [...running.keys()], ended }, capacityFor(cores));
    for (const job of next.drop) ended.set(job.name, false);
    for (const job of next.start) running.set(job, now + job.expected);
    waiting = waiting.filter(job => !next.start.includes(job) && !next.drop.includes(job));
    if (next.start.length > 0) lines.push(`${now} s: ${next.start.map(job => job.name).join(', ')}`);
    if (next.drop.length > 0) lines.push(`${now} s: without ${next.drop.map(job => job.name).join(', ')}`);
    if (running.size === 0) return `${lines.join('\n')}\n${now} s: end`;
    now = Math.min(...running.values());
    for (const [job, end] of running) {
      if (end > now) continue;
      running.delete(job);
      ended.set(job.name, !failing.includes(job.name));
    }
  }
}

const lines = (...all: readonly string[]) => all.join('\n');

describe('the order of the jobs of a test run', () => {
  it('has VS Code twice beside one suite that computes on two cores, the longest first', () => {
    assert.equal(
      play(SUITES, 2),
      lines(
        '0 s: faults, install',
        '10 s: host, ui 1',
        '120 s: unit',
        '160 s: check',
        '190 s: ui 2',
        '360 s: end',
      ),
    );
  });

  it('leaves no core idle once nothing in VS Code is left', () => {
    assert.equal(
      play('host  vscode  100\ncli  cpu  300\nfaults  cpu  250\nnode  cpu  90\nunit  cpu  20', 2),
      lines('0 s: cli, host', '100 s: faults', '300 s: node', '350 s: unit', '390 s: end'),
    );
  });

  it('runs more suites that compute at once where there are more cores', () => {
    assert.equal(
      play(SUITES, 4),
      lines('0 s: faults, unit, install, check', '10 s: host, ui 1, ui 2', '230 s: end'),
    );
  });

  it('runs one of each kind on one core', () => {
    assert.equal(
      play(SUITES, 1),
      lines(
        '0 s: faults, install',
        '10 s: host',
        '120 s: unit',
        '160 s: check',
        '230 s: ui 1',
        '410 s: ui 2',
        '580 s: end',
      ),
    );
  });

  it('leaves out what needs a job that failed, and runs everything else', () => {
    assert.equal(
      play(SUITES, 2, ['install']),
      lines(
        '0 s: faults, install',
        '10 s: unit',
        '10 s: without host, ui 1, ui 2',
        '50 s: check',
        '120 s: end',
      ),
    );
  });

  it('keeps further jobs of a lane waiting for their turn', () => {
    const more = `${SUITES.trimEnd()}\n  host on VS Code 1.104  vscode  100  install\n`;
    assert.equal(
      play(more, 2),
      lines(
        '0 s: faults, install',
        '10 s: host, ui 1',
        '120 s: unit',
        '160 s: check',
        '190 s: ui 2',
        '230 s: host on VS Code 1.104',
        '360 s: end',
      ),
    );
  });
});

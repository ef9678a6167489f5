import { createTargetRunner } from '../../node/campaign/run-target.ts';
import { createProcesses } from '../../node/processes.ts';
import { openSandbox } from '../../node/sandbox/open-sandbox.ts';
import {
  limiter,
  openQueue,
  QUEUE_OPTIONS,
  queueUrl,
  turnsOf,
  workerName,
} from '../campaign/queue-options.ts';
import { createWorkOnTarget } from '../campaign/work-on-target.ts';
import { WORK_OPTIONS } from '../campaign/work-options.ts';
import { defineCommand } from '../command.ts';
import { EXIT, UsageError } from '../io.ts';
import { textOption } from '../option-table.ts';
import { readCount } from '../option-values.ts';

export const command = defineCommand({
  forms: ['workorder worker --queue redis://HOST [--concurrency N]'],
  about: [
    'Does the targets of campaigns that were begun with --queue, on this machine, until Ctrl+C: then it begins no more, finishes what is under way, and ends. A second Ctrl+C ends it at once; another worker takes over.',
    'Whoever can write to the queue decides which programs run here, in the sandbox: give a Redis with a password to those alone whom you trust with that.',
  ],
  options: {
    concurrency: textOption('N', 'targets at the same time (default: 2)'),
    ...QUEUE_OPTIONS,
    ...WORK_OPTIONS,
  },
  async run(line, io) {
    const url = queueUrl(line, io);
    if (url === undefined) throw new UsageError('no queue is given: give --queue redis://HOST');
    const concurrency = readCount(line, 'concurrency') ?? 2;
    const sandbox = await openSandbox(line.root).state();
    if (sandbox.kind === 'none')
      io.stderr('! There is no sandbox here: targets of wrapped programs are BLOCKED on this worker.\n');
    const queue = await openQueue(line, io, url);
    const name = workerName();
    const work = createWorkOnTarget(line, io, limiter(turnsOf(line, queue)));
    const runner = createTargetRunner(name, work, createProcesses());
    const worker = queue.work(
      async (job, attempt, signal) => {
        const end = await runner(job, attempt, signal);
        const said =
          end.kind === 'done'
            ? `${end.result.kind}${end.result.reasons[0] === undefined ? '' : `: ${end.result.reasons[0]}`}`
            : end.kind === 'again'
              ? `again in ${Math.ceil(end.afterMs / 1000)} s: ${end.reason}`
              : 'left for another worker';
        if (line.json)
          io.stdout(
            `${JSON.stringify({ target: job.target.id, campaign: job.owner, attempt, end: end.kind, said })}\n`,
          );
        else io.stdout(`${job.target.id}  ${said}\n`);
        return end;
      },
      { name, concurrency },
    );
    if (!line.json) io.stdout(`Worker ${name} waits for targets; Ctrl+C finishes what is under way.\n`);
    await new Promise<void>(resolve => {
      if (line.signal.aborted) resolve();
      else line.signal.addEventListener('abort', () => resolve(), { once: true });
      // Nothing else keeps the process while Redis is away.
      const alive = setInterval(() => undefined, 60_000);
      line.signal.addEventListener('abort', () => clearInterval(alive), { once: true });
    });
    if (!line.json)
      io.stdout('Stopping when the targets that were begun are finished; Ctrl+C again ends at once.\n');
    await worker.stop();
    await queue.close();
    return EXIT.ok;
  },
});

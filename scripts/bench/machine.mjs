// What a figure was measured on: the class of the machine and the versions, never its name.
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import { projectNode } from '../setup/places.mjs';

/** Fields for JSON; `describeMachine` makes one line of them. */
export function readMachine() {
  const cpus = os.cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: cpus.length,
    cpu: cpus[0]?.model.trim() ?? 'unknown processor',
    memoryGb: Math.round(os.totalmem() / 2 ** 30),
    system: `${os.type()} ${os.release().split('-')[0]} ${os.arch()}`,
    node: firstLine(projectNode, '--version').replace('v', ''),
    python: firstLine('python3', '--version').replace('Python ', ''),
    git: firstLine('git', '--version').replace('git version ', ''),
    ctags: firstLine('ctags', '--version').match(/Universal Ctags ([\w.]+)/)?.[1] ?? '',
    /** Programs that ran or waited in the last five minutes, for each core. */
    load: Math.round((os.loadavg()[1] / Math.max(1, cpus.length)) * 10) / 10,
  };
}

export function describeMachine(machine) {
  const { date, cores, cpu, memoryGb, system, node, python, git, ctags, load } = machine;
  const versions = [
    `Node ${node}`,
    python && `Python ${python}`,
    git && `git ${git}`,
    ctags && `universal-ctags ${ctags}`,
  ];
  return `Measured ${date} on ${cores} cores (${cpu}), ${memoryGb} GB, ${system}; ${versions.filter(Boolean).join(', ')}; load ${load} for each core.`;
}

const firstLine = (program, option) =>
  spawnSync(program, [option], { encoding: 'utf8' }).stdout?.split('\n')[0] ?? '';

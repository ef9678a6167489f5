import type { Processes } from '../../core/ports/processes.ts';
import type { TrialTool } from '../../core/ports/trials.ts';
import { findOnPath } from '../find-on-path.ts';
import type { Environments } from '../lint/environments.ts';

/** The optional packages, by what they are called where they are installed from. */
export const PACKAGES = ['hypothesis', 'crosshair-tool', 'pytest', 'coverage'] as const;
export type Package = (typeof PACKAGES)[number];
const NAMES: Readonly<Record<Package, string>> = {
  hypothesis: 'Hypothesis',
  'crosshair-tool': 'CrossHair',
  pytest: 'pytest',
  coverage: 'coverage.py',
};

export interface FoundPython {
  /** Absolute. */
  readonly program: string;
  readonly versions: Readonly<Partial<Record<Package, string>>>;
}

const TRY_MS = 30_000;

/** Reads descriptions of packages only: nothing of the environment but Python itself is run. */
const LOOK = `
import sys
sys.path[:] = [p for p in sys.path if p not in ("", ".")]
import importlib.metadata, json
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        pass
print(json.dumps(found))
`;

/**
 * The Python that the workspace's code runs in: the first environment, in the order in which linters are looked for,
 * that has one of the wanted packages, else the first of all. \`undefined\`: there is no Python.
 */
export async function findPython(
  root: string,
  processes: Processes,
  environments: Environments,
  wanted: readonly Package[],
  signal: AbortSignal,
): Promise<FoundPython | undefined> {
  const programs = (await environments.list(signal)).environments.map(({ python }) => python);
  for (const name of ['python3', 'python']) {
    const onPath = await findOnPath(name, { outside: root });
    if (onPath !== undefined) programs.push(onPath);
  }
  let first: FoundPython | undefined;
  for (const program of new Set(programs)) {
    const versions = await versionsIn(program, root, processes, signal);
    if (versions === undefined) continue;
    if (wanted.some(name => versions[name] !== undefined)) return { program, versions };
    first ??= { program, versions };
  }
  return first;
}

async function versionsIn(
  program: string,
  root: string,
  processes: Processes,
  signal: AbortSignal,
): Promise<FoundPython['versions'] | undefined> {
  const env = { PYTHONDONTWRITEBYTECODE: '1' };
  const args = ['-c', LOOK, ...PACKAGES];
  const result = await processes.run({ program, args, cwd: root, env, timeoutMs: TRY_MS, signal });
  if (result.kind !== 'exited' || result.code !== 0) return undefined;
  try {
    return JSON.parse(result.stdout) as FoundPython['versions'];
  } catch {
    return undefined;
  }
}

/** What a person is told about the packages: their versions, or how to install them. */
export const toolsIn = (python: FoundPython | undefined, wanted: readonly Package[]): readonly TrialTool[] =>
  wanted.map(name => {
    const version = python?.versions[name];
    const install = `${python?.program ?? 'python3'} -m pip install ${name}`;
    const use = name === 'pytest' || name === 'coverage' ? 'tests' : 'functions';
    return { for: use, name: NAMES[name], ...(version === undefined ? { install } : { version }) };
  });

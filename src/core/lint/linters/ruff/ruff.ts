import type { LinterDescriptor } from '../../linter-descriptor.ts';

export const ruff: LinterDescriptor = {
  name: 'ruff',
  install: 'pip install ruff',
  setting: 'ruffPath',
  scope: 'files',
  find: {
    program: 'ruff',
    startedBy: 'program',
    package: 'ruff',
    version: { args: ['--version'], pattern: /^ruff (\d[\w.+-]*)/m },
  },
  configuration: {
    around: ['ruff.toml', '.ruff.toml', 'pyproject.toml'],
    inUserFolder: ['ruff/ruff.toml', 'ruff/.ruff.toml', 'ruff/pyproject.toml', 'git/ignore'],
  },
  cache: { folders: ['.ruff_cache'], own: '.ruff_cache' },
  modules: ['ruff'],
  // It reads configuration and files, and can run neither.
  loads: 'nothing',
  workIn: async lint => (await import('./run-ruff.ts')).ruffWork(lint),
};

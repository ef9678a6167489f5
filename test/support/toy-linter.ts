import { lintFiles } from '../../src/core/lint/lint-files.ts';
import type { LinterDescriptor } from '../../src/core/lint/linter-descriptor.ts';
import { answered, failed, linesOf } from '../../src/core/lint/tool-answer.ts';
import { toWorkspacePath } from '../../src/core/lint/workspace-path.ts';

/** A whole linter in one file, as docs/extending.md describes it: prints `FILE:LINE: CODE MESSAGE`. */
export const toyLinter: LinterDescriptor = {
  name: 'toy-lint',
  install: 'pip install toy-lint',
  scope: 'files',
  find: {
    program: 'toy-lint',
    startedBy: 'program',
    package: 'toy_lint',
    version: { args: ['--version'], pattern: /^toy-lint (\d[\w.]*)/m },
  },
  configuration: { around: ['pyproject.toml'], toml: { table: 'toy-lint' } },
  cache: { folders: ['.toy_cache'], own: '.toy_cache' },
  modules: ['toy_lint'],
  loads: ({ file, name }) =>
    name === 'plugins' ? [{ name: file, reason: `${file} names plugins of toy-lint` }] : [],
  workIn: lintFiles({
    takes: file => file.endsWith('.py'),
    args: (paths, cache) => [...(cache.kind === 'folder' ? ['--cache', cache.path] : []), ...paths],
    read(result, roots) {
      if (result.kind !== 'exited' || result.code > 1)
        return failed('did not finish', 'run it in a terminal', '');
      const diagnostics = linesOf(result.stdout).flatMap(line => {
        const [, path = '', at = '1', code = '', message = ''] = /^(.+?):(\d+): (\S+) (.*)$/.exec(line) ?? [];
        const file = toWorkspacePath(path, roots);
        if (file === undefined) return [];
        return {
          tool: 'toy-lint',
          code,
          description: code,
          file,
          line: Number(at),
          message,
          severity: 'error' as const,
        };
      });
      return answered(diagnostics);
    },
  }),
};

import type { OtherTexts } from './other-texts.ts';

/** `requires-python = ">=3.8"`, `python_requires=">= 3.8"`, `python = "^3.8"` of poetry; what is named alone in setup.py. */
const REQUIRES =
  /(?:\b(?:requires-python|python_requires|REQUIRES_PYTHON)|^python) {0,9}= {0,9}["']?[^"'\n]{0,40}?(?:>=?|~=|==|\^|~|["']) {0,3}3(?:\.(\d+))?(?![\d.]*\d)|Programming Language :: Python :: 3\.(\d+)/gm;
/** `python_requires=OLDEST`: any text that looks like it. */
const IN_PROGRAM = /["'] {0,3}>=? {0,3}3\.(\d+)/g;
/** `3.8.18` of pyenv, alone on a line. */
const ALONE = /^\s{0,9}3\.(\d+)/gm;
/** `py38`, `py3{8,9}`, `py{38,39}` */
const ENVIRONMENTS = /\bpy(?:\{?3\.?(\d+)|3\{(\d+))/g;

const SETTINGS = ['pyproject.toml', 'setup.cfg', 'setup.py'];
/** What is run where no setting says what it needs. */
const RUNS = ['.python-version', 'tox.ini'];

/** The `x` of the oldest Python 3.x that settings of the workspace say it runs on; `undefined` where none says it. */
export async function oldestPython(texts: OtherTexts | undefined): Promise<number | undefined> {
  const settings = (await texts?.called(SETTINGS)) ?? [];
  const required = settings.flatMap(({ path, text }) => [
    ...versionsIn(text, REQUIRES),
    ...(path.endsWith('.py') && text.includes('python_requires') ? versionsIn(text, IN_PROGRAM) : []),
  ]);
  if (required.length > 0) return Math.min(...required);
  const runs = ((await texts?.called(RUNS)) ?? []).flatMap(({ path, text }) =>
    versionsIn(text, path.endsWith('.ini') ? ENVIRONMENTS : ALONE),
  );
  return runs.length === 0 ? undefined : Math.min(...runs);
}

const versionsIn = (text: string, pattern: RegExp): readonly number[] =>
  [...text.matchAll(pattern)].map(([, first, second]) => Number(first ?? second ?? 0));

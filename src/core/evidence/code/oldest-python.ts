import type { OtherTexts } from './other-texts.ts';

/** `requires-python = ">=3.8"`, `python_requires=">= 3.8"`, `python = "^3.8"` of poetry; what is named alone in setup.py. */
const REQUIRES =
  /(?:\b(?:requires-python|python_requires|REQUIRES_PYTHON)|^python) {0,9}= {0,9}["']?[^"'\n]{0,40}?(?:>=?|~=|==|\^|~|["']) {0,3}3(?:\.(\d+))?(?![\d.]*\d)|Programming Language :: Python :: 3\.(\d+)/gm;

const SETTINGS = ['pyproject.toml', 'setup.cfg', 'setup.py'];

/** The `x` of the oldest Python 3.x that settings of the workspace say it runs on; `undefined` where none says it. */
export async function oldestPython(texts: OtherTexts | undefined): Promise<number | undefined> {
  const found = ((await texts?.called(SETTINGS)) ?? []).flatMap(({ text }) =>
    [...text.matchAll(REQUIRES)].map(([, required, listed]) => Number(required ?? listed ?? 0)),
  );
  return found.length === 0 ? undefined : Math.min(...found);
}

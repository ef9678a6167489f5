import { readComments } from '../code/comments.ts';
import type { PythonFile } from '../code/python-file.ts';

const ENCODING = /^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;

/** Comments that compilers, notebooks and the schedulers of clusters read. */
const TOLD =
  /^#\s*(?:cython|distutils|nuitka-project)\s*:|^#\s*(?:pythran\s|transonic\s|MAGIC\b|COMMAND\s-|Databricks\s)|^#\s*(?:flux|FLUX):|^#(?:SBATCH|PBS|BSUB|MSUB|PJM|OAR|COBALT)\b|^#\$\s/;
/** In a program: `#%# family=auto`, `# @ class = large`, `### BEGIN INIT INFO`, `# Provides: x`, `# SOME_TOOL_OK`. */
const MARK = /^#(?:[^\s\w#]|#+ ?[A-Z]+ |\s*[@+%]|\s*[A-Z]+_[A-Z_]+\b|\s*[\w-]+\s*[:=]\s*\S)/;
const TOLD_BY = [
  'cython',
  'distutils',
  '///',
  'nuitka-project',
  'pythran',
  'transonic',
  'jupytext',
  'kernelspec',
  'MAGIC',
  'Databricks',
  'SBATCH',
  'PBS',
  'BSUB',
  'MSUB',
  'PJM',
  'OAR',
  'COBALT',
  'flux',
  'FLUX',
  '#$',
  'torch',
];

/**
 * What comments say to others than readers: byte order mark, the program that runs the file, its encoding, how it is
 * compiled (Cython), the packages and the Python that a script is run with.
 */
export function headOf(file: PythonFile | undefined): string {
  if (file === undefined) return '';
  const { bytes } = file.text;
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const lines = file.text.text(hasMark ? 3 : 0, Math.min(file.source.length, 2048)).split(/\r\n|\n|\r/, 2);
  const [first = ''] = lines;
  // With `\r` behind it no program is found.
  const program =
    /^#![^\n]*/.exec(file.text.text(hasMark ? 3 : 0, Math.min(file.source.length, 2048)))?.[0] ?? '';
  // Below code, a second line declares nothing.
  const encoding =
    (/^[ \t\f]*(?:#|$)/.test(first) ? lines : [first]).map(line => ENCODING.exec(line)?.[1]).find(Boolean) ??
    '';
  const isTold = (text: string) =>
    TOLD.test(text) ||
    isOfScript(file, text) ||
    isOfNotebook(file) ||
    (program !== '' && MARK.test(text)) ||
    (file.mentions('torch') && /^#\s*type:/.test(text));
  const mayTell = program !== '' || TOLD_BY.some(each => file.mentions(each));
  const told = mayTell ? readComments(file).filter(({ text }) => isTold(text)) : [];
  return `${hasMark} ${program} ${encoding} ${told.map(({ text }) => text).join('\n')}`;
}

/** Of a file that is a notebook any comment may be run. */
const isOfNotebook = (file: PythonFile): boolean => file.mentions('jupytext') || file.mentions('kernelspec');

/** A comment of a file that has a block such as `# /// script`. */
const isOfScript = (file: PythonFile, text: string): boolean =>
  file.mentions('/// script') && /^#(?: |$)/.test(text);

/** Whether a program that is no Python runs the file first, and may read what Python takes for a comment or a docstring. */
export const isRunByOthers = (file: PythonFile | undefined): boolean =>
  file !== undefined &&
  /^(?:\ufeff)?#!(?!.*(?:python|pypy|\buv\b|pipx))/.test(
    file.text.text(0, Math.min(file.source.length, 256)),
  );

import type { LinterDescriptor } from '../linter-descriptor.ts';
import { importLinter } from './import-linter/import-linter.ts';
import { mypy } from './mypy/mypy.ts';
import { ruff } from './ruff/ruff.ts';

/** Every linter, in the order in which reports name them. */
export const LINTERS: readonly LinterDescriptor[] = [ruff, mypy, importLinter];

import type { WorkOrder } from '../../generated/contracts.ts';
import { composeOrder } from './new-order.ts';

/** A work order to fill in: words in angle brackets are for whoever uses it. */
export interface OrderTemplate {
  readonly name: string;
  /** When to take it. */
  readonly about: string;
  readonly order: WorkOrder;
}

const template = (
  name: string,
  about: string,
  stepText: string,
  invariants: readonly string[],
  scope: readonly string[] = ['<folder or file>'],
): OrderTemplate => ({
  name,
  about,
  order: {
    ...composeOrder({ stepId: name, stepText, scope, invariants }),
    acceptance: { lint: { path: null, check_all: false } },
  },
});

/** What is asked for most; each names what code can prove of such a change. */
export const ORDER_TEMPLATES: readonly OrderTemplate[] = [
  template(
    'rename',
    'a function, class or variable gets another name, everywhere',
    'Rename <old name> to <new name> in all files of the scope.',
    ['no import shape changes', 'no new dependencies'],
  ),
  template(
    'move',
    'definitions move to another module',
    'Move <definitions> from <module> to <module> and correct every import.',
    ['no new dependencies'],
    ['<from file>', '<to file>'],
  ),
  template(
    'docstrings',
    'words only: docstrings and comments',
    'Add a docstring of one sentence to every public function that has none.',
    ['no behavior changes'],
  ),
  template(
    'types',
    'annotations for what has none',
    'Add type annotations to every function that has none.',
    ['no import shape changes', 'no new dependencies'],
  ),
  template(
    'fix-findings',
    'what linters found',
    'Correct what ruff and mypy report in the scope, without comments that silence them.',
    ['no public API changes', 'no new dependencies'],
  ),
];

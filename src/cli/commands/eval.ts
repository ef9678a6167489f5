import { defineCommand } from '../command.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import { EVAL_ENDPOINT_OPTIONS } from '../shared-options.ts';

export const command = defineCommand({
  forms: [
    'workorder eval [SUITE] --model SPEC … [--qa-model SPEC] [--out DIR]',
    'workorder eval --compare BEFORE.json --compare AFTER.json',
  ],
  about: [
    'Lets models do the tasks of a suite (default: evals), each in a copy of a released package that is downloaded once, and lets code decide what was done, caught or applied wrongly. Prints tables and writes them with all runs and replies to --out.',
    'Finished runs are kept: the same command again runs only what is missing. Besides openai:MODEL there are three models that need no endpoint: oracle (right replies), empty, and wrong (replies with one seeded fault each). With them, --qa-model measures QA; approve is a QA that says yes to everything.',
  ],
  options: {
    model: listOption('SPEC', 'who is measured as Designer: openai:MODEL, oracle, empty or wrong'),
    'qa-model': textOption(
      'SPEC',
      'who is QA: openai:MODEL or approve (default: --model itself, for oracle, empty and wrong approve)',
    ),
    task: listOption('NAME', 'only these tasks: PACKAGE, PACKAGE/ID, * for anything'),
    kind: listOption('KIND', 'only tasks of this kind, for example rename or trap'),
    bounded: flagOption(
      'each order also says what may change, as far as code checks such a sentence ("only `f` changes")',
    ),
    runs: textOption('N', 'how often each model does each task (default: 1)'),
    jobs: textOption('N', 'how many runs at the same time (default: 2)'),
    out: textOption('DIR', 'where results and recorded replies go (default: eval-results)'),
    cache: textOption('DIR', 'where packages are kept (default: below the state folder of this machine)'),
    replay: textOption('DIR', 'play the replies that an earlier --out recorded; no endpoint is asked'),
    python: textOption('PATH', 'the Python that checks and tests run with (default: python3 of PATH)'),
    compare: listOption('FILE', 'a results.json; give two, before and after'),
    ...EVAL_ENDPOINT_OPTIONS,
  },
  notes: [
    'Exit codes: 0 all runs have ended, 1 a built-in model did not do what it must (oracle not right; empty or wrong counted as right), 2 stopped before the end, 3 wrong usage, 130 cancelled.',
  ],
  takes: [[], 1],
  run: async (line, io) => (await import('../eval/run-eval.ts')).runEval(line, io),
});

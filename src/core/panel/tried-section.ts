import type { Counterexample, FunctionTrial, TestComparison, TestsTried } from '../ports/trials.ts';
import { describeLines, describeTests, lineRanges } from '../trials/describe-tests.ts';
import {
  countTrials,
  describeTrial,
  differingParts,
  trialName,
  trialWord,
} from '../trials/describe-trial.ts';
import type { RunState } from '../workorder/state.ts';
import { COLOR, type NodeIcon, type Target, type ViewNode, viewNode } from './view-node.ts';

/** Menus copy the test of a row with this context. */
const COUNTEREXAMPLE_CONTEXT = 'counterexample';

/** What functions and tests showed when they were run before and after the change; nothing before they were. */
export function triedSection(state: RunState): ViewNode | undefined {
  const { trials, tests } = state.tried;
  const children = [
    ...trials.map((trial, index) => functionNode(trial, index, state)),
    ...(tests ? testNodes(tests, state) : []),
  ];
  if (children.length === 0) return undefined;
  const words = [...(trials.length > 0 ? [countTrials(trials)] : []), ...(tests ? [testWords(tests)] : [])];
  return viewNode({
    id: 'tried',
    label: 'Run before and after',
    description: words.join(' · '),
    icon: { codicon: 'beaker', ...(differs(state) ? { color: COLOR.bad } : {}) },
    tooltip: `Functions whose behavior is not proved to be the same, and tests, run in copies of the workspace.\n${words.join('\n')}`,
    spoken: 'run before and after the change',
    children,
    open: true,
  });
}

const differs = ({ tried: { trials, tests } }: RunState): boolean =>
  trials.some(({ result }) => result.verdict === 'counterexample') ||
  (tests?.kind === 'compared' && tests.newly_failing.length > 0);

const BAD: NodeIcon = { codicon: 'error', color: COLOR.bad };
const LOOK: NodeIcon = { codicon: 'question', color: COLOR.attention };
const QUIET: NodeIcon = { codicon: 'circle-outline', color: COLOR.quiet };
/** A tick would look like a proof. */
const TESTED: NodeIcon = { codicon: 'beaker', color: COLOR.good };
const ICONS = { counterexample: BAD, tested: TESTED, 'not run': QUIET } as const;

function functionNode(trial: FunctionTrial, index: number, state: RunState): ViewNode {
  const { result } = trial;
  const word = trialWord(result);
  const id = `tried:function:${index}`;
  const isCounterexample = result.verdict === 'counterexample';
  const text = isCounterexample ? result.call : describeTrial(result);
  const { file, line } = trial.function.after;
  return viewNode({
    id,
    label: trialName(trial),
    description: `${word}: ${text}`,
    icon: ICONS[word],
    tooltip: [
      `${trialName(trial)} ${trial.function.why}`,
      `${word}: ${describeTrial(result)}`,
      `${file}, line ${line}`,
    ].join('\n'),
    spoken: word,
    target: targetOf(file, line, state),
    ...(isCounterexample
      ? { context: COUNTEREXAMPLE_CONTEXT, children: differenceNodes(result, id), open: true }
      : {}),
  });
}

/** The arguments, and what both versions made of them. */
function differenceNodes(found: Counterexample, id: string): readonly ViewNode[] {
  const [was, is] = differingParts(found, found.before, found.after);
  const row = (name: string, label: string, description: string, codicon: string, color?: string) =>
    viewNode({
      id: `${id}:${name}`,
      label,
      description,
      icon: { codicon, ...(color ? { color } : {}) },
      tooltip: `${label}: ${description}`,
    });
  return [
    row('call', 'called', found.number > 1 ? `${found.call}, ${found.number} times` : found.call, 'play'),
    row('before', 'before', was, 'diff-removed', COLOR.removed),
    row('after', 'after', is, 'diff-added', COLOR.added),
  ];
}

function testWords(tests: TestsTried): string {
  if (tests.kind === 'not run') return 'tests not run';
  const said = describeLines(tests);
  return [`${tests.newly_failing.length} newly failing`, ...(said === undefined ? [] : [said])].join(', ');
}

function testNodes(tests: TestsTried, state: RunState): readonly ViewNode[] {
  if (tests.kind === 'not run')
    return [
      viewNode({
        id: 'tried:tests',
        label: 'Tests',
        description: `not run: ${tests.reason}`,
        icon: QUIET,
        spoken: 'not run',
      }),
    ];
  const isBad = tests.newly_failing.length > 0;
  const named = (list: TestComparison['gone'], word: string, icon: NodeIcon) =>
    list.map(({ id, message, file, line }, index) =>
      viewNode({
        id: `tried:tests:${word}:${index}`,
        label: id.slice(id.indexOf('::') + 2),
        description: [word, ...(message === '' ? [] : [message])].join(': '),
        icon,
        tooltip: [id, word, message].filter(text => text !== '').join('\n'),
        spoken: word,
        target: { kind: 'file', path: file, line },
      }),
    );
  const children = [
    ...named(tests.newly_failing, 'newly failing', BAD),
    ...named(tests.gone, 'no longer collected', LOOK),
    ...named(tests.unstable, 'fails now and then', LOOK),
    ...named(tests.newly_passing, 'newly passing', TESTED),
  ];
  return [
    viewNode({
      id: 'tried:tests',
      label: 'Tests',
      description: describeTests(tests),
      icon: isBad ? BAD : TESTED,
      tooltip: describeTests(tests),
      spoken: isBad ? 'newly failing' : 'the same',
      children,
      open: isBad || tests.gone.length > 0,
    }),
    ...linesNodes(tests, state),
  ];
}

/** Changed lines that no test executes, file by file. */
function linesNodes(tests: TestComparison, state: RunState): readonly ViewNode[] {
  const said = describeLines(tests);
  if (said === undefined) return [];
  const open = tests.lines.kind === 'measured' ? tests.lines.not_executed : [];
  return [
    viewNode({
      id: 'tried:lines',
      label: 'Changed lines',
      description: said,
      icon: open.length > 0 ? LOOK : tests.lines.kind === 'measured' ? TESTED : QUIET,
      tooltip: said,
      spoken: open.length > 0 ? 'to look at' : 'lines',
      children: open.map((each, index) =>
        viewNode({
          id: `tried:lines:${index}`,
          label: each.file.slice(each.file.lastIndexOf('/') + 1),
          description: `${each.lines.length === 1 ? 'line' : 'lines'} ${lineRanges(each)}`,
          icon: { codicon: 'go-to-file' },
          tooltip: `${each.file}: executed by no test: ${lineRanges(each)}`,
          target: targetOf(each.file, each.lines[0] ?? 1, state),
        }),
      ),
      open: open.length > 0,
    }),
  ];
}

/** The diff while the change is proposed, the file once it is written. */
const targetOf = (path: string, line: number, state: RunState): Target =>
  state.outcome === undefined && state.files.some(file => file.path === path)
    ? { kind: 'diff', path, line }
    : { kind: 'file', path, line };

/** The test of a counterexample by the row that shows it. */
export function testOfRow(state: RunState, id: string): string | undefined {
  const index = /^tried:function:(\d+)$/.exec(id)?.[1];
  const result = index === undefined ? undefined : state.tried.trials[Number(index)]?.result;
  return result?.verdict === 'counterexample' ? result.test : undefined;
}

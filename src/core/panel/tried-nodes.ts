import { firstLine } from '../kernel/amounts.ts';
import type { Tried } from '../ports/trials.ts';
import { describeLines, describeTests } from '../trials/describe-tests.ts';
import { countTrials, describeTrial, trialName, trialWord } from '../trials/describe-trial.ts';
import { STATUS_ICONS } from './agents-list.ts';
import { COLOR, type NodeIcon, type ViewNode, viewNode } from './view-node.ts';

/** A tick would look like a proof. */
const TESTED: NodeIcon = { codicon: 'beaker', color: COLOR.good };
const QUIET: NodeIcon = { codicon: 'circle-outline', color: COLOR.quiet };
const ICONS = { counterexample: STATUS_ICONS.failed, tested: TESTED, 'not run': QUIET } as const;

/** What a person had run of the changes of a run, before and after, as rows of the Agents view. */
export function triedNodes(id: string, tried: Tried | undefined): readonly ViewNode[] {
  if (tried === undefined) return [];
  const { trials, tests } = tried;
  const functions = trials.map((trial, index) => {
    const word = trialWord(trial.result);
    const text = describeTrial(trial.result);
    return viewNode({
      id: `${id}/tried/${index}`,
      label: trialName(trial),
      description: `${word}: ${firstLine(text)}`,
      icon: ICONS[word],
      tooltip: `${trialName(trial)} ${word}: ${text}`,
      spoken: word,
    });
  });
  const isWorse = tests?.kind === 'compared' && tests.newly_failing.length > 0;
  const sentences = [
    ...(tests ? [describeTests(tests)] : []),
    ...(tests?.kind === 'compared' ? [describeLines(tests) ?? []].flat() : []),
  ];
  const ran = sentences.map((sentence, index) =>
    viewNode({
      id: `${id}/tried/tests/${index}`,
      label: firstLine(sentence),
      icon: isWorse && index === 0 ? STATUS_ICONS.failed : TESTED,
      tooltip: sentence,
      spoken: 'tests before and after',
    }),
  );
  const children = [...functions, ...ran];
  if (children.length === 0) return [];
  const differs = isWorse || trials.some(({ result }) => result.verdict === 'counterexample');
  return [
    viewNode({
      id: `${id}/tried`,
      label: 'Run before and after',
      description: [...(trials.length > 0 ? [countTrials(trials)] : []), ...sentences.slice(0, 1)].join(
        ' · ',
      ),
      icon: differs ? STATUS_ICONS.failed : TESTED,
      tooltip:
        'Functions whose behavior is not proved to be the same, and tests, run in copies of the workspace.',
      children,
      open: differs,
    }),
  ];
}

import { COLOR, type FolderName, type ViewNode, viewNode } from './view-node.ts';

/** An interrupted run that waits for a person's decision. */
export interface ListedInterruption {
  readonly id: string;
  readonly folder: FolderName;
  readonly sentence: string;
  /** What another program changed too; none when the record cannot be used. */
  readonly paths: readonly string[];
}

/** One row for each, above the runs: nothing is applied until they are decided. */
export function interruptedList(interruptions: readonly ListedInterruption[]): readonly ViewNode[] {
  return interruptions.map(({ id, folder, sentence, paths }) =>
    viewNode({
      id: `interrupted:${id}`,
      label: paths.length > 0 ? `Interrupted: ${paths.join(', ')}` : 'Interrupted: the record is unusable',
      description: ['decide', folder.shownAs].filter(Boolean).join(' · '),
      icon: { codicon: 'warning', color: COLOR.attention },
      tooltip: `${sentence}\nNothing is applied until you decide.`,
      spoken: 'Needs you',
      target: { kind: 'interrupted', id, folder: folder.uri },
      context: paths.length > 0 ? 'interrupted' : 'interrupted.unusable',
    }),
  );
}

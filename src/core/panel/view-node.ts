import type { HunkPlace } from '../changes/hunk-place.ts';
import type { WayForward } from '../workorder/ways-forward.ts';

/** Where a node leads when a person opens it. */
export type Target =
  /** The proposed change of one file; `line` is 1-indexed in the file as it will be. */
  | {
      readonly kind: 'diff';
      readonly path: string;
      readonly line?: number;
      /** Show QA's spot checks of this file beside its text. */
      readonly withSpotChecks?: true;
    }
  /** A file; `line` is 1-indexed. Without a folder: in the folder of the run that is shown. */
  | { readonly kind: 'file'; readonly path: string; readonly line?: number; readonly folder?: string }
  | { readonly kind: 'problems' }
  /** What the model answered last in the run that is shown, as it came. */
  | { readonly kind: 'answer'; readonly runId: string }
  /** Something to do about the run that is shown. */
  | { readonly kind: 'way'; readonly way: WayForward; readonly runId: string }
  | { readonly kind: 'run'; readonly runId: string; readonly folder: string }
  | { readonly kind: 'plan run' | 'wrap run'; readonly runId: string; readonly folder: string }
  | { readonly kind: 'campaign'; readonly runId: string; readonly folder: string }
  /** An interrupted run that waits for a decision. */
  | { readonly kind: 'interrupted'; readonly id: string; readonly folder: string }
  /** Something of a workflow with agents; its host knows the id. */
  | { readonly kind: 'agent'; readonly host: string; readonly id: string };

/** A workspace folder that rows belong to. */
export interface FolderName {
  /** How the host addresses it. */
  readonly uri: string;
  /** Shown in rows; left out when the workspace has only one folder. */
  readonly shownAs?: string;
}

/** A codicon and, where it carries a verdict, the theme colour that says so. */
export interface NodeIcon {
  readonly codicon: string;
  readonly color?: string;
}

/** A box to tick, and the commands or hunks it stands for by their places in QA's whole list. */
export interface Box {
  readonly ticked: boolean;
  readonly commands: readonly number[];
  readonly hunks: readonly HunkPlace[];
}

/** One row of a tree, as plain data: a host only draws it. */
export interface ViewNode {
  /** Stable over updates, so that the tree keeps what is open and selected. */
  readonly id: string;
  readonly label: string;
  /** Shown dimmed after the label; cut first when the view is narrow. */
  readonly description?: string;
  readonly icon: NodeIcon;
  /** The whole sentence, because the label may be cut. */
  readonly tooltip: string;
  readonly accessibilityLabel: string;
  readonly state: 'leaf' | 'collapsed' | 'expanded';
  readonly target?: Target;
  /** Chooses the node's inline actions. */
  readonly context?: string;
  readonly box?: Box;
  readonly children: readonly ViewNode[];
}

/** What is needed to describe a node; the rest follows from it. */
export interface NodeSketch {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon: NodeIcon;
  readonly tooltip?: string;
  /** Said before the label by a screen reader: what kind of thing this is, and its verdict. */
  readonly spoken?: string;
  readonly target?: Target;
  readonly context?: string;
  readonly box?: Box;
  readonly children?: readonly ViewNode[];
  /** With children: whether they show at first. */
  readonly open?: boolean;
}

export function viewNode(sketch: NodeSketch): ViewNode {
  const { label, description, children = [] } = sketch;
  const words = [sketch.spoken, label, description].filter(word => word !== undefined && word !== '');
  return {
    id: sketch.id,
    label,
    ...(description ? { description } : {}),
    icon: sketch.icon,
    tooltip: sketch.tooltip ?? (description ? `${label}\n${description}` : label),
    accessibilityLabel: words.join(', '),
    state: children.length === 0 ? 'leaf' : sketch.open ? 'expanded' : 'collapsed',
    ...(sketch.target ? { target: sketch.target } : {}),
    ...(sketch.context ? { context: sketch.context } : {}),
    ...(sketch.box ? { box: sketch.box } : {}),
    children,
  };
}

/** Colours by meaning; every one of them is defined by light, dark and high-contrast themes. */
export const COLOR = {
  good: 'testing.iconPassed',
  bad: 'problemsErrorIcon.foreground',
  attention: 'notificationsWarningIcon.foreground',
  quiet: 'disabledForeground',
  added: 'gitDecoration.addedResourceForeground',
  removed: 'gitDecoration.deletedResourceForeground',
  modified: 'gitDecoration.modifiedResourceForeground',
} as const;

import type { Model } from '../../src/core/ports/model.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { WorkOrder } from '../../src/generated/contracts.ts';
import type { MemoryFiles } from './memory-files.ts';
import { runInMemory } from './run-in-memory.ts';

/** How a reply reaches the product: whole, or in pieces of so many characters that are read as they arrive. */
export type Arrival = 'whole' | number;

/** A model that gives one answer, and gives up where it is told to. */
export function modelThatSays(text: string, arrival: Arrival): Model {
  return {
    label: 'scripted',
    ask: async ({ onText, signal }) => {
      for (let at = 0; arrival !== 'whole' && at < text.length; at += arrival) {
        signal.throwIfAborted();
        onText?.(text.slice(at, at + arrival));
      }
      signal.throwIfAborted();
      return {
        kind: 'answer',
        text,
        model: 'scripted',
        usage: { inputTokens: 1, outputTokens: 1, estimated: false },
      };
    },
  };
}

/** The run of one order up to the Designer's dry run, for what it makes of this reply. */
export const checkReply = (
  order: WorkOrder,
  files: MemoryFiles,
  text: string,
  arrival: Arrival,
): Promise<RunState> => checkDesigner(order, files, modelThatSays(text, arrival));

/** The run of one order up to the Designer's dry run. */
export const checkDesigner = (
  order: WorkOrder,
  files: MemoryFiles,
  designer: Model,
  onEvent?: (event: RunEvent) => void,
): Promise<RunState> =>
  runInMemory(files, { order, designer, qa: undefined, until: 'check', ...(onEvent ? { onEvent } : {}) });

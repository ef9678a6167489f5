// Taking a change back is the gate's: every workflow does it the same way.
export { revertChanges } from '../gate/revert-changes.ts';

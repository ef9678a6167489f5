import type { Services } from '../services.ts';

/** Stops the active run; before the apply it leaves no trace. Ends when the run has. */
export async function cancelRun(services: Services): Promise<void> {
  await services.run.cancel();
}

import type { Services } from '../services.ts';

/** Stops the active run; before the apply it leaves no trace. */
export async function cancelRun(services: Services): Promise<void> {
  services.run.cancel();
}

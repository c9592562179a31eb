import { powerMonitor } from 'electron';
import type { ServiceClient } from '#electron/service-client.ts';

/**
 * Pauses all exports while the machine sleeps, so that no request breaks off in the middle; on waking they go on, and schedules
 * that came due meanwhile run. What the owner paused stays so.
 */
export function followPower(client: () => ServiceClient | null, onResumed: () => void): void {
  let work: Promise<unknown> = Promise.resolve();
  let paused: ServiceClient | null = null;
  // One after the other: a machine may wake before the service has answered.
  const then = (step: () => Promise<void>): void => {
    work = work.then(step).catch(() => undefined);
  };
  powerMonitor.on('suspend', () => {
    then(async () => {
      const service = client();
      if (service === null || (await service.isPaused())) return;
      paused = service;
      await service.pause('restart');
    });
  });
  powerMonitor.on('resume', () => {
    then(async () => {
      const held = paused;
      paused = null;
      // A service that was started anew meanwhile is paused no more.
      if (held === null || held !== client()) return;
      await held.resume();
      onResumed();
    });
  });
}

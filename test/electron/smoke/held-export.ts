import { steamSimulator } from '#core/platforms/steam/simulator.ts';
import { gateBefore } from '#test/clients/rest/gate.ts';
import type { HeldExport } from '#test/electron/smoke/smoke.ts';
import { startWorld } from '#test/world/world.ts';

const ITEMS = 25;

/** An export of the simulated world that gets no answer before it is let on. `env`: what makes a service live in that world. */
export async function heldExport(): Promise<HeldExport & AsyncDisposable & { readonly env: Readonly<Record<string, string>> }> {
  const gate = gateBefore(steamSimulator({ reviews: ITEMS }));
  const world = await startWorld({ simulators: [gate.simulator] });
  gate.close();
  return {
    url: 'https://store.steampowered.com/app/10/',
    items: ITEMS,
    env: world.env,
    letOn: () => gate.open(),
    [Symbol.asyncDispose]: () => world.close(),
  };
}

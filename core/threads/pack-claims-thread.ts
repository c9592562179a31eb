import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import type { Claims, ClaimWish } from '#core/threads/pack-catalog.ts';
import { PacksInUse } from '#core/packs/packs-in-use.ts';
import { answerCalls } from '#core/threads/calls.ts';

/** The thread that asks the code of packs whose an address is: it may stand still, or take all of its memory. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
let shown: ClaimWish['entry'] | null = null;
const packs = new PacksInUse({ inUse: async () => (shown === null ? [] : [shown]) }, Date.now);

async function claimsOf({ entry, urls }: ClaimWish): Promise<Claims> {
  shown = entry;
  const platform = await packs.platform(entry.id, () => undefined);
  return urls.map((crossed) => {
    // Its query stands in the address too, and is read of that where the code runs.
    const url = { ...crossed, query: new URLSearchParams() };
    return (platform?.targets ?? []).flatMap((target) => {
      const params = target.match(url);
      return params === null ? [] : [{ target: target.name, params, pastedHosts: platform?.pastedHosts?.(params) ?? [] }];
    });
  });
}

answerCalls(port, async (method, wish) => {
  z.literal('claims').parse(method);
  return claimsOf(wish as ClaimWish);
});

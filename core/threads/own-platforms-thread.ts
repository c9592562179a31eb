import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { bundlePlatform } from '#core/packs/bundle.ts';
import { runInCompartment } from '#core/packs/compartment.ts';
import { platformFactsSchema } from '#core/packs/facts-schema.ts';
import { sealPack } from '#core/packs/pack-file.ts';
import { makeKeyPair } from '#core/packs/signature.ts';
import { BUILT_IN_VERSION } from '#core/packs/version.ts';
import { API_VERSION, rangeOf } from '#core/platform-api/version.ts';
import { answerCalls } from '#core/threads/calls.ts';
import type { OwnPlatform } from '#core/threads/own-platforms.ts';

/** The thread that packs the platforms of the owner's own folder: `<id>/index.ts`, or `index.js`. */
const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
answerCalls(port, async (_, folder) => packFolder(resolve(z.string().parse(folder))));

async function packFolder(folder: string): Promise<readonly OwnPlatform[]> {
  const names = await readdir(folder);
  const indexes = names.flatMap((name) =>
    ['index.ts', 'index.js']
      .map((index) => join(folder, name, index))
      .filter(existsSync)
      .slice(0, 1),
  );
  const { privateKey } = makeKeyPair();
  const about = { version: BUILT_IN_VERSION, date: new Date().toISOString(), api: rangeOf(API_VERSION) };
  // All of them before the first one runs: afterwards nothing of this thread can be changed, which bundlers may do.
  const codes = await Promise.all(indexes.map(bundlePlatform));
  const own: OwnPlatform[] = [];
  for (const code of codes) {
    const { own: said } = await runInCompartment(code, { now: Date.now });
    const facts = platformFactsSchema.parse(JSON.parse(JSON.stringify(said.facts)));
    own.push({ id: facts.id, file: sealPack(about, [{ facts, code, samples: '[]' }], privateKey) });
  }
  return own;
}

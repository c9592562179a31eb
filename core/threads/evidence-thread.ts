import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { exchangeOf, type KeptExchange, keptExchangeSchema } from '#core/contract/kept-exchange.ts';
import { makePackage } from '#core/evidence/make-package.ts';
import type { TimeStamp } from '#core/evidence/time-stamp.ts';
import type { EvidencePort, EvidenceRequest } from '#core/exports/ports.ts';
import type { EvidenceCalls, EvidenceThreadData } from '#core/threads/evidence-client.ts';
import { answerPort } from '#core/threads/thread-port.ts';
import { sealingWithKeys } from '#core/vault/sealing.ts';

/** The thread of evidence packages. */
async function pack({ guid, facts, rows, data, media, sealed }: EvidenceRequest): ReturnType<EvidencePort['pack']> {
  const { exportsFolder, vaultKeys, settings } = workerData as EvidenceThreadData;
  // Its ending tells the next start what a killed process left behind.
  const path = join(exportsFolder, `evidence_${randomUUID()}.partial`);
  const sealing = sealingWithKeys(vaultKeys);
  function* opened(): Generator<KeptExchange> {
    for (const each of sealed) {
      const text = sealing.open(exchangeOf(guid), each);
      if (text !== null) yield keptExchangeSchema.parse(JSON.parse(text));
    }
  }
  const { timeStampUrl } = settings;
  const stamp = async (root: string): Promise<TimeStamp> => {
    // Most name no server: the code that reads its answers is large.
    const { stampBy } = await import('#core/threads/time-stamp-server.ts');
    return stampBy(timeStampUrl ?? '', root, settings);
  };
  await makePackage({ path, facts, rows, data, media, raw: opened(), stamp: timeStampUrl === null ? null : stamp });
  return { path, bytes: statSync(path).size };
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
answerPort<EvidenceCalls>(port, { pack });

import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { exchangeOf, type KeptExchange, keptExchangeSchema } from '#core/contract/kept-exchange.ts';
import { makePackage } from '#core/evidence/make-package.ts';
import type { TimeStamp } from '#core/evidence/time-stamp.ts';
import type { EvidencePort, EvidenceRequest } from '#core/exports/ports.ts';
import { openReading } from '#core/store/place.ts';
import { createRawAnswerStore } from '#core/store/raw-answers.ts';
import type { EvidenceCalls, EvidenceThreadData } from '#core/threads/evidence-client.ts';
import { answerPort } from '#core/threads/thread-port.ts';
import { sealingWithKeys } from '#core/vault/sealing.ts';

const { place, exportsFolder, vaultKeys, settings } = workerData as EvidenceThreadData;
const sealing = sealingWithKeys(vaultKeys);

/** The thread of evidence packages. */
async function pack({ guid, facts, rows, data, media, sealed, rawOf }: EvidenceRequest): ReturnType<EvidencePort['pack']> {
  // Its ending tells the next start what a killed process left behind.
  const path = join(exportsFolder, `evidence_${randomUUID()}.partial`);
  const { timeStampUrl } = settings;
  const stamp = async (root: string): Promise<TimeStamp> => {
    // Most name no server: the code that reads its answers is large.
    const { stampBy } = await import('#core/threads/time-stamp-server.ts');
    return stampBy(timeStampUrl ?? '', root, settings);
  };
  const raw = { pages: rawOf === null ? [] : openedPages(rawOf, guid), refused: openedExchanges(sealed, guid) };
  await makePackage({ path, facts, rows, data, media, ...raw, stamp: timeStampUrl === null ? null : stamp });
  return { path, bytes: statSync(path).size };
}

/** Page by page: all of them may be large. */
function* openedPages(jobId: number, guid: string): Generator<Uint8Array> {
  const connection = openReading(place);
  try {
    for (const sealed of createRawAnswerStore(connection).of(jobId)) {
      const packed = sealing.openPacked(exchangeOf(guid), sealed);
      if (packed !== null) yield packed;
    }
  } finally {
    connection.close();
  }
}

function* openedExchanges(sealed: EvidenceRequest['sealed'], guid: string): Generator<KeptExchange> {
  for (const each of sealed) {
    const text = sealing.open(exchangeOf(guid), each);
    if (text !== null) yield keptExchangeSchema.parse(JSON.parse(text));
  }
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
answerPort<EvidenceCalls>(port, {
  pack,
  // With it come the platforms' facts and the vault.
  resolve: async (request) => (await import('#core/threads/resolved-pseudonyms.ts')).resolvePseudonym(request, { place, vaultKeys }),
});

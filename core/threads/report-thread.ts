import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { VERSION } from '#core/config/version.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { FailureReport } from '#core/contract/failure-report.ts';
import { exchangeOf, type KeptExchange, keptExchangeSchema } from '#core/contract/kept-exchange.ts';
import type { ReportRequest } from '#core/exports/ports.ts';
import { decodeText } from '#core/network/charset.ts';
import { PacksInUse } from '#core/packs/packs-in-use.ts';
import { loadPlatform } from '#core/platforms/registry.ts';
import { contentOf, reportParts } from '#core/report/failure-report.ts';
import { contentTypeOf, type ReportMaterial, reportedOptions, type TextExchange } from '#core/report/material.ts';
import { concealProven } from '#core/report/proof.ts';
import { createPseudonyms } from '#core/report/pseudonyms.ts';
import { shelfOf } from '#core/threads/known-platforms.ts';
import { replayOn } from '#core/threads/replayed-pages.ts';
import type { ReportCalls, ReportThreadData } from '#core/threads/report-client.ts';
import { answerPort } from '#core/threads/thread-port.ts';
import { sealingWithKeys } from '#core/vault/sealing.ts';
import { archiveOfTexts } from '#core/writers/small-archive.ts';

const KEY_BYTES = 32;
/** In a body that is no text. */
const NO_TEXT = /^(?:image|audio|video|font)\/|octet-stream|protobuf|grpc/i;

/** The thread of failure reports: replaces and proves for as long as it takes, away from exports and from the API. */
async function make({ job, sealed, keepsTexts }: ReportRequest): Promise<FailureReport> {
  const { vaultKeys, dataDir } = workerData as ReportThreadData;
  const packs = new PacksInUse(shelfOf(dataDir), Date.now);
  const platform = (await packs.platform(job.platform, () => undefined)) ?? (await loadPlatform(job.platform));
  if (platform === null) throw new CommentdockError('INTERNAL', `This version does not know the platform "${job.platform}".`);
  const sealing = sealingWithKeys(vaultKeys);
  const opened = sealed.flatMap((each) => {
    const text = sealing.open(exchangeOf(job.guid), each);
    return text === null ? [] : [keptExchangeSchema.parse(JSON.parse(text))];
  });
  const material: ReportMaterial = {
    query: { url: job.url, options: reportedOptions(job.options), target: job.target },
    error: { code: job.errorCode, message: job.error },
    ledger: job.completeness,
    exchanges: opened.map(asText),
  };
  const concealed = await concealProven(material, {
    // Of this report alone: nobody keeps it.
    pseudonyms: createPseudonyms(randomBytes(KEY_BYTES)),
    keepsTexts,
    hosts: [...platform.hosts, ...(platform.pastedHosts?.(job.target.params) ?? [])].map((host) => host.replace(/:\d+$/, '')),
    replay: replayOn(platform, job.plan),
  });
  const machine = { os: process.platform, arch: process.arch, node: process.version };
  const parts = reportParts({
    ...concealed,
    machine,
    platform: job.platform,
    origin: platform.origin ?? null,
    version: VERSION,
    keepsTexts,
  });
  const content = await archiveOfTexts(parts);
  return {
    name: `commentdock-report_${job.platform}_${job.guid.slice(0, 8)}.zip`,
    parts: parts.map(({ name, text }) => ({ name, bytes: Buffer.byteLength(text) })),
    ...contentOf(concealed),
    content: content.toString('base64'),
  };
}

function asText({ answer: { body, ...answer }, ...exchange }: KeptExchange): TextExchange {
  const bytes = Buffer.from(body, 'base64');
  const type = contentTypeOf(answer.headers);
  const isText = !NO_TEXT.test(type) && !bytes.subarray(0, 1_000).includes(0);
  return { ...exchange, answer: { ...answer, text: isText ? decodeText(bytes, type) : '', isText } };
}

const port = parentPort;
if (port === null) throw new Error('This file is the entry of a worker thread.');
answerPort<ReportCalls>(port, { make });

import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { VERSION } from '#core/config/version.ts';
import type { EvidenceFacts } from '#core/contract/evidence.ts';
import type { JobRecord } from '#core/contract/job-record.ts';
import type { JobOptions } from '#core/contract/options.ts';
import { ledgerUnder } from '#core/contract/pseudonyms.ts';
import { defineOperation, type ExportContext } from '#core/exports/context.ts';
import { ARCHIVE_TYPE } from '#core/exports/file-types.ts';
import { downloadSchema, refuseForeignFormat, refuseUnfinished } from '#core/exports/files.ts';
import { findJob } from '#core/exports/jobs.ts';
import { handedOver } from '#core/exports/open-file.ts';
import { PSEUDONYM_FIELDS, pseudonymsOf } from '#core/exports/pseudonym-fields.ts';
import { flagField } from '#core/operations/input-fields.ts';

/** They tell of nobody, and of no machine. */
const PLAIN_OPTIONS = ['limit', 'replies', 'likes', 'shares', 'followers', 'following', 'tweets', 'live', 'sort', 'filter'] as const;

const evidence = defineOperation({
  name: 'exports.evidence',
  summary: 'Get the evidence package of an export',
  description:
    'A ZIP that proves what it holds: rows, query, times, ledger, receipt, citations, all under one root (SHA-256), and a checker that finds every changed byte. The owner gets the raw answers that were kept besides; with `pseudonyms` they are left out.',
  scope: 'read',
  input: z.object({
    guid: z.string().min(1).meta({ description: 'The `guid` of the export.' }),
    partial: flagField('Of an export that failed: what was fetched before.'),
    media: flagField('The pictures and files of its rows too, where they were fetched; with `pseudonyms` they are left out.'),
    ...PSEUDONYM_FIELDS,
  }),
  output: downloadSchema,
  errors: ['RESOURCE_NOT_FOUND', 'INVALID_REQUEST', 'FORMAT_NOT_ALLOWED', 'NETWORK', 'DISK'],
  rest: { method: 'GET', path: '/api/v1/exports/{guid}/evidence', status: 200, auth: 'token' },
  cli: { command: 'evidence' },
  async run({ guid, partial, media, ...wish }, context) {
    const job = findJob(guid, context);
    refuseForeignFormat('json', context);
    refuseUnfinished(job, { partial });
    const pseudonyms = pseudonymsOf(wish);
    const layout = pseudonyms === null ? {} : { pseudonyms };
    const { rows, files } = await context.engine.writeAside(job.guid, { formats: ['csv', 'json'], layout, hidesRemarks: true });
    const pathOf = (format: 'csv' | 'json'): string => files.find((file) => file.format === format)?.path ?? '';
    const isOwners = context.caller.kind === 'owner' && context.caller.member === undefined;
    const givesRaw = isOwners && pseudonyms === null;
    const sealed = givesRaw ? context.keptExchanges.of(job.id) : [];
    const raw = wordsOfRaw(sealed.length + (job.rawAnswers ?? 0), { isOwners, hides: pseudonyms !== null });
    try {
      const { path, bytes } = await context.evidence.pack({
        guid: job.guid,
        facts: factsOf(job, context, { pseudonyms, raw }),
        rows,
        data: { csv: pathOf('csv'), json: pathOf('json') },
        sealed,
        rawOf: givesRaw && job.rawAnswers !== undefined ? job.id : null,
        media: media && pseudonyms === null ? await context.media.of(job.id) : [],
      });
      const name = `commentdock-evidence_${job.platform}_${job.guid.slice(0, 8)}.zip`;
      return { name, contentType: ARCHIVE_TYPE, bytes, ...handedOver(path) };
    } finally {
      await Promise.all(files.map((file) => rm(file.path, { force: true })));
    }
  },
});

export const EVIDENCE_OPERATIONS = [evidence];

function factsOf(job: JobRecord, context: ExportContext, { pseudonyms, raw }: Pick<EvidenceFacts, 'pseudonyms' | 'raw'>): EvidenceFacts {
  const facts = context.platforms.find(job.platform);
  const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  const hides = pseudonyms !== null;
  return {
    format: 1,
    program: { name: 'Commentdock', version: VERSION },
    platform: { id: job.platform, name: facts?.name ?? job.platform, recorded: facts?.recorded ?? null },
    query: hides
      ? { url: null, target: null, options: plainOptions(job.options) }
      : { url: job.url, target: job.target, options: job.options },
    exportType: job.target.type,
    guid: job.guid,
    times: {
      created: iso(job.createdAtMs) ?? '',
      started: iso(job.startedAtMs),
      finished: iso(job.finishedAtMs),
      packed: iso(context.now()) ?? '',
    },
    route: { used: job.completeness.routes ?? 'direct', countries: countriesOf(job.options, context) },
    loggedIn: mayBeLoggedIn(job, context),
    sandbox: job.sandbox,
    ledger: pseudonyms === null ? job.completeness : ledgerUnder(pseudonyms, job.completeness),
    pseudonyms,
    raw,
  };
}

/** Where nothing else is said, the first account that is saved stands in; which it was is not noted. */
function mayBeLoggedIn({ cookieNames, options, platform, memberUuid, sandbox }: JobRecord, { accounts }: ExportContext): boolean {
  if (sandbox || options.account === false) return cookieNames.length > 0;
  return cookieNames.length > 0 || options.account !== undefined || accounts.ofPlatform(platform, memberUuid ?? null).length > 0;
}

function plainOptions(options: JobOptions): JobOptions {
  return Object.fromEntries(PLAIN_OPTIONS.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])));
}

/** Where the routes of an export come out, as their owner or their last check said. */
function countriesOf({ vpn, pool }: JobOptions, { routes, pools }: ExportContext): readonly string[] {
  const route = vpn === undefined ? null : (routes.findByName(vpn)?.code ?? routes.findByCode(vpn)?.code ?? null);
  const proxies = pool === undefined ? [] : (pools.find(pool)?.proxies ?? []);
  const found = [route, ...proxies.map(({ health }) => health?.exit_country ?? null)];
  return [...new Set(found.filter((code) => code !== null))];
}

function wordsOfRaw(count: number, { isOwners, hides }: { readonly isOwners: boolean; readonly hides: boolean }): string {
  if (hides) return 'left out: pseudonyms';
  if (!isOwners) return 'left out: they are given to the owner alone';
  return count === 0 ? 'none were kept' : `${count}, without cookies and without the headers of requests`;
}

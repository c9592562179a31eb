import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { innerHostsIn, namesHostOf } from '#core/config/inner-hosts.ts';
import { CommentdockError } from '#core/contract/error.ts';
import type { NewJob } from '#core/contract/job-record.ts';
import type { Plan } from '#core/contract/job.ts';
import { type ExportType, type JobOptions, jobOptionsSchema } from '#core/contract/options.ts';
import { renewalCommand } from '#core/contract/saved-account.ts';
import { hasTexts } from '#core/contract/sentiment.ts';
import { defaultFormats, FILE_FORMATS, type FileFormat, tierOf } from '#core/contract/tier.ts';
import { checkJobOptions } from '#core/engine/selection.ts';
import type { Reprocessing } from '#core/engine/sentiment-ports.ts';
import type { ExportContext } from '#core/exports/context.ts';
import { settledLayout } from '#core/exports/layouts.ts';
import { ownerOf } from '#core/operations/context.ts';
import { flagField } from '#core/operations/input-fields.ts';
import { planFor } from '#core/owner/plan-of-caller.ts';
import type { Choice } from '#core/platforms/registry.ts';

/** Longer than any address a browser takes from its bar. */
export const MAX_URL_LENGTH = 8_192;

/** The fields of every operation that creates exports, besides the URLs. */
export const exportFields = {
  options: jobOptionsSchema.nullish().meta({
    description: 'Unknown options are ignored; a known one of a wrong type is refused.',
    examples: [{ limit: 500, replies: true }],
  }),
  formats: z
    .array(z.enum(FILE_FORMATS))
    .min(1)
    .optional()
    .meta({ description: 'Files to write; without it xlsx, csv and json, as far as the plan has them.' }),
  sandbox: flagField('Sample data at once; the platform is not asked.'),
};

/** What all exports of one request have in common. */
export interface RequestedExports {
  readonly plan: Plan;
  readonly options: JobOptions;
  readonly formats: readonly FileFormat[];
  readonly sandbox: boolean;
  readonly batchId: string | null;
}

/** @throws CommentdockError INVALID_REQUEST, FORMAT_NOT_ALLOWED */
export function requestedExports(
  asked: {
    readonly options?: JobOptions | null | undefined;
    readonly formats?: readonly FileFormat[] | undefined;
    readonly sandbox: boolean;
  },
  batchId: string | null,
  context: Pick<ExportContext, 'caller' | 'settings' | 'routes' | 'pools' | 'config' | 'presets'>,
): RequestedExports {
  const { caller, settings, routes, pools, config } = context;
  const plan = planFor(caller, settings);
  const isGentle = config.gentle === null && settings.preferences().gentle;
  const { layout } = asked.options ?? {};
  const settled = layout === undefined ? {} : { layout: settledLayout(layout, context, 'options.layout') };
  const options = { ...(isGentle ? { gentle: true } : {}), ...asked.options, ...settled };
  checkJobOptions(options, {
    vpnNames: options.vpn === undefined ? [] : vpnNames(options.vpn, routes),
    poolUuids: options.pool === undefined ? [] : pools.uuids(),
  });
  return { plan, options, formats: formatsOf(asked.formats, plan), sandbox: asked.sandbox, batchId };
}

/**
 * What an export of the URL is about.
 * @throws CommentdockError INVALID_URL; INVALID_REQUEST listing what the URL can give; PLATFORM_NOT_ALLOWED
 */
export function chooseExport(
  url: string,
  { options, plan, sandbox }: RequestedExports,
  { platforms, accounts, config, caller }: Pick<ExportContext, 'platforms' | 'accounts' | 'config' | 'caller'>,
): Choice {
  if (url.length > MAX_URL_LENGTH)
    throw new CommentdockError('INVALID_URL', `The URL is longer than ${MAX_URL_LENGTH} characters. Paste it as the browser shows it.`);
  const choice = platforms.choose(url, options);
  refuseOtherPort(choice, config);
  refuseFilter(
    { sentiment: options.filter?.sentiment ?? false, language: options.filter?.language ?? false },
    choice.target.type,
    'options.filter',
  );
  if (!sandbox && typeof options.account === 'string') expectAccount(options.account, choice, { accounts, caller });
  if (tierOf(plan).platforms === 'all' || choice.platform.tier === 'major') return choice;
  throw new CommentdockError(
    'PLATFORM_NOT_ALLOWED',
    `${choice.platform.name} is not part of the ${plan} plan; business has every platform.`,
  );
}

/** @throws CommentdockError INVALID_URL where a server is to be asked at a port that the owner has not allowed */
function refuseOtherPort({ platform, target: { url, params } }: Choice, { allowedInnerHosts }: ExportContext['config']): void {
  const allowed = innerHostsIn(allowedInnerHosts ?? '') ?? [];
  const addresses = [url, ...(platform.pastedHosts?.(params) ?? []).map((host) => `https://${host}/`)];
  const asked = addresses.flatMap((address) => URL.parse(address) ?? []).filter(({ protocol }) => protocol === 'https:');
  const other = asked.find((each) => each.port !== '' && !namesHostOf(allowed, each));
  if (other === undefined) return;
  throw new CommentdockError(
    'INVALID_URL',
    `The address names port ${other.port}, and sites are asked at port 443 alone. Paste it without the port; a server of your own network may be named in COMMENTDOCK_ALLOWED_INNER_HOSTS.`,
  );
}

/** @throws CommentdockError INVALID_REQUEST where the list has no texts that could be judged or chosen by language */
export function refuseFilter(
  { sentiment = false, language = false }: Partial<Pick<Reprocessing, 'sentiment' | 'language'>>,
  type: ExportType,
  field: string,
): void {
  const asked = sentiment ? 'sentiment' : Array.isArray(language) ? 'language' : null;
  if (asked === null || hasTexts(type)) return;
  throw new CommentdockError(
    'INVALID_REQUEST',
    `\`${field}.${asked}\`: an export of ${type} has no texts ${asked === 'sentiment' ? 'to judge' : 'in any language'}. Leave it out, or export comments, reviews or posts.`,
  );
}

/** @throws CommentdockError INVALID_REQUEST naming the accounts of the platform */
function expectAccount(name: string, { platform }: Choice, { accounts, caller }: Pick<ExportContext, 'accounts' | 'caller'>): void {
  const names = accounts.ofPlatform(platform.id, ownerOf(caller)).map((account) => account.name);
  if (names.includes(name)) return;
  const offer = names.length === 0 ? `None is saved: \`${renewalCommand(platform.id, name)}\`.` : `Choose one of: ${names.join(', ')}.`;
  throw new CommentdockError('INVALID_REQUEST', `\`options.account\`: there is no account "${name}" of ${platform.name}. ${offer}`);
}

/** @param attended whether the owner, where it is the owner who asks, sits in front of it */
export function newJob(
  url: string,
  { platform, target }: Choice,
  requested: RequestedExports,
  { caller }: Pick<ExportContext, 'caller'>,
  attended: 'attended' | 'alone' = 'alone',
): NewJob {
  const byHand = caller.kind === 'owner' && (attended === 'attended' || requested.options.window === true);
  const guid = randomUUID();
  return {
    guid,
    url,
    platform: platform.id,
    target,
    tokenUuid: caller.tokenUuid,
    memberUuid: ownerOf(caller),
    byHand,
    ...(requested.options.incremental === true && !requested.sandbox ? { series: guid } : {}),
    ...requested,
  };
}

/** What `options.vpn` may name: every route, and the countries where they come out. */
function vpnNames(wanted: string, routes: ExportContext['routes']): readonly string[] {
  return routes.findByCode(wanted) === null ? routes.names() : [wanted];
}

function formatsOf(asked: readonly FileFormat[] | undefined, plan: Plan): readonly FileFormat[] {
  if (asked === undefined) return defaultFormats(plan);
  const allowed: readonly FileFormat[] = tierOf(plan).formats;
  const refused = asked.filter((format) => !allowed.includes(format));
  if (refused.length === 0) return [...new Set(asked)];
  throw new CommentdockError('FORMAT_NOT_ALLOWED', `The plan in use has no ${refused.join(', ')}; it has ${allowed.join(', ')}.`);
}

import { z } from 'zod';
import { defineOperation } from '#core/service/context.ts';
import type { PlatformFacts } from '#core/platform-api/define.ts';

/** Hosts that asked to be left alone for a while, as the engine noted it. */
export interface HostWaits {
  /** Those whose time has not come at that instant; milliseconds since 1970. */
  list(nowMs: number): readonly { readonly host: string; readonly untilMs: number }[];
}

const waitSchema = z.object({
  host: z.string().meta({ examples: ['www.reddit.com'] }),
  platform: z
    .string()
    .nullable()
    .meta({ description: 'Id of the platform that the host belongs to; null where it names another domain.', examples: ['reddit'] }),
  until: z.iso.datetime().meta({ description: 'No request goes there before.' }),
});

const list = defineOperation({
  name: 'platforms.waits',
  summary: 'List sites that asked to wait',
  description:
    'Hosts that refused us for a while (429, Retry-After), and until when. Exports that ask them wait so long, or fail where that is too long.',
  scope: 'read',
  input: z.object({}),
  output: z.array(waitSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/platforms/waits', status: 200, auth: 'token' },
  cli: { command: 'platforms waits' },
  run: (_input, { hostWaits, platforms, now }) =>
    hostWaits.list(now()).map(({ host, untilMs }) => ({
      host,
      platform: platforms.all.find((platform) => isOf(host, platform))?.id ?? null,
      until: new Date(untilMs).toISOString(),
    })),
});

export const HOST_WAIT_OPERATIONS = [list];

/** By the domains that a platform names: of its pages, of the addresses it takes, of its cookies. */
function isOf(host: string, { homepage, targets, cookies }: PlatformFacts): boolean {
  const patterns = targets.flatMap((target) => target.patterns.map((pattern) => pattern.split('/')[0] ?? ''));
  const domains = [new URL(homepage).host, ...patterns, ...cookies.domains].map((domain) => domain.replace(/^(?:www)?\./, ''));
  return domains.some((domain) => domain !== '' && (host === domain || host.endsWith(`.${domain}`)));
}

import { z } from 'zod';
import { defineOperation, type ServiceContext } from '#core/service/context.ts';
import { invalidField } from '#core/operations/invalid-field.ts';

/** What exports learnt from sites' own pages, as the engine noted it. */
export interface LearntReader {
  /** Of one platform, or of all (null): by platform, the newest of each first. Instants are milliseconds since 1970. */
  list(platform: string | null): readonly {
    readonly platform: string;
    readonly name: string;
    readonly value: string;
    readonly source: string;
    readonly learntAtMs: number;
    readonly workedAtMs: number;
  }[];
}

const input = z.object({
  platform: z
    .string()
    .min(1)
    .optional()
    .meta({ description: 'Id of a platform, as `commentdock platforms` lists it. Default: all of them.', examples: ['soundcloud'] }),
});

const learntSchema = z.object({
  platform: z.string().meta({ examples: ['soundcloud'] }),
  name: z.string().meta({ description: 'What it is.', examples: ['client id of SoundCloud'] }),
  value: z.string().meta({ description: 'As the site tells all its visitors.', examples: ['iZIs9mchVcX5lhVRyQGGAYlNPVldzAoX'] }),
  learnt_at: z.iso.datetime(),
  worked_at: z.iso.datetime().meta({ description: 'When it worked last, to the hour.' }),
  source: z.string().meta({ description: 'Address of the page that told it, without its query.', examples: ['https://soundcloud.com/'] }),
});

const list = defineOperation({
  name: 'platforms.learnt',
  summary: 'List what exports learnt of sites',
  description:
    'Ids of calls, public keys and switches that exports read in pages of the sites themselves, where those that are built in work no longer. All exports of a platform try them first, and forget what works no longer. Nothing of a visitor or an account is among them.',
  scope: 'read',
  input,
  output: z.array(learntSchema),
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'GET', path: '/api/v1/platforms/learnt', status: 200, auth: 'token' },
  cli: { command: 'platforms learnt' },
  run: (given, context) =>
    context.learnt.list(chosen(given, context)).map(({ learntAtMs, workedAtMs, source, ...value }) => ({
      ...value,
      learnt_at: new Date(learntAtMs).toISOString(),
      worked_at: new Date(workedAtMs).toISOString(),
      source,
    })),
});

const forget = defineOperation({
  name: 'platforms.forget',
  summary: 'Forget what exports learnt of sites',
  description: 'The next export begins with what is built in, and reads the pages again where that works no longer.',
  scope: 'write',
  input,
  output: z.void(),
  errors: ['VALIDATION_ERROR'],
  rest: { method: 'DELETE', path: '/api/v1/platforms/learnt', status: 204, auth: 'token' },
  team: 'owners',
  cli: { command: 'platforms learnt' },
  run: (given, context) => context.engine.forgetLearnt(chosen(given, context)),
});

export const LEARNT_OPERATIONS = [list, forget];

/** @throws CommentdockError VALIDATION_ERROR */
function chosen({ platform }: z.output<typeof input>, { platforms }: ServiceContext): string | null {
  if (platform === undefined) return null;
  if (platforms.find(platform) === null) throw invalidField('platform', 'names no platform. `commentdock platforms` lists them.');
  return platform;
}

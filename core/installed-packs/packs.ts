import { z } from 'zod';
import { CommentdockError } from '#core/contract/error.ts';
import { defineOperation, type PackContext } from '#core/installed-packs/context.ts';
import { updateChoice } from '#core/installed-packs/daily.ts';
import { ASIDE_REASONS } from '#core/installed-packs/state.ts';
import { PACK_CEILING } from '#core/packs/manifest.ts';
import { publicKeySchema } from '#core/packs/signature.ts';
import { BUILT_IN_VERSION } from '#core/packs/version.ts';

/** Base64 has four letters for three bytes. */
const MOST_LETTERS = Math.ceil(PACK_CEILING.bytes / 3) * 4;
const OTHER_FIELDS_BYTES = 4_096;

const EXAMPLE_KEY = '8f0f6b1c9a7d4e35b2c6d8e1f4a7093b5d2e8c6f1a4b7d9e0c3f6a8b1d5e2f70';

export const keyField = publicKeySchema.meta({ description: 'A public Ed25519 key, as 64 hexadecimal digits.', examples: [EXAMPLE_KEY] });

const versionField = z.string().meta({ description: 'Year, month, day, and which one of that day.', examples: [BUILT_IN_VERSION] });

const usedSchema = z.object({
  id: z.string().meta({ examples: ['steam'] }),
  name: z.string().meta({ examples: ['Steam'] }),
  origin: z
    .enum(['built_in', 'pack', 'folder', 'none'])
    .meta({ description: '`folder`: of `--platform-dir`; `none`: the only pack of it was put aside.', examples: ['built_in'] }),
  version: versionField.nullable().meta({ description: 'Null: of a folder, or none.' }),
  date: z.iso.datetime().nullable().meta({ description: 'Of a pack: when it was made.' }),
  key: keyField.nullable().meta({ description: 'Of a pack: who signed it.' }),
  installed_at: z.iso.datetime().nullable(),
  /** What a roll-back leads to. */
  before: z.object({ origin: z.enum(['built_in', 'pack', 'none']), version: versionField.nullable() }).nullable(),
  aside: z.array(
    z.object({
      version: versionField,
      key: keyField,
      why: z.enum(ASIDE_REASONS).meta({
        description:
          '`failures`: three exports in a row failed within it; `silent`: its code did not say whose an address is; `damage`: its file was damaged or gone.',
      }),
      at: z.iso.datetime(),
    }),
  ),
});

/** A platform, and what it is used from. */
type UsedPlatform = z.output<typeof usedSchema>;

const list = defineOperation({
  name: 'packs.list',
  summary: 'What platforms are used from',
  description: 'Every platform with the version and origin in use, what a roll-back leads to, and the packs that were put aside.',
  scope: 'read',
  input: z.object({}),
  output: z.array(usedSchema),
  errors: [],
  rest: { method: 'GET', path: '/api/v1/packs', status: 200, auth: 'token' },
  cli: { command: 'platforms list' },
  run: (_input, context) => usedPlatforms(context),
});

const update = defineOperation({
  name: 'packs.update',
  summary: 'Take a pack of platforms',
  description:
    'Looks at its form, its signature, its range and its version, and runs its laws; then exports that start afterwards use it. Without a pack and an address, the address of the settings is asked.',
  scope: 'write',
  input: z.object({
    pack: z.string().max(MOST_LETTERS).exactOptional().meta({ description: 'The file, in base64.' }),
    address: z
      .url()
      .max(2_048)
      .exactOptional()
      .meta({ description: 'An https address of the public internet.', examples: ['https://example.com/platforms.pack'] }),
    allow_older: z.boolean().default(false).meta({ description: 'Take it although what is in use is newer.' }),
  }),
  output: z.object({
    version: versionField,
    platforms: z.array(z.string()).meta({ description: 'Used from the pack now; empty where they were before.', examples: [['steam']] }),
  }),
  errors: ['INVALID_REQUEST', 'NETWORK', 'DISK'],
  rest: { method: 'POST', path: '/api/v1/packs', status: 200, auth: 'hands', bodyBytes: MOST_LETTERS + OTHER_FIELDS_BYTES },
  cli: { command: 'platforms update' },
  async run({ pack, address, allow_older: allowsOlder }, context) {
    const file = pack === undefined ? await downloaded(address, context) : Buffer.from(pack, 'base64');
    const { version, platforms } = await context.packs.take(file, allowsOlder ? 'older' : 'newer', context.signal);
    return { version, platforms: [...platforms] };
  },
});

const rollback = defineOperation({
  name: 'packs.rollback',
  summary: 'Go back from a pack',
  description:
    'Exports of the platform that start afterwards use the pack before, else the built-in one. The pack does not come back by itself.',
  scope: 'write',
  input: z.object({ id: z.string().meta({ description: 'Id of the platform.', examples: ['steam'] }) }),
  output: usedSchema,
  errors: ['INVALID_REQUEST', 'DISK'],
  rest: { method: 'POST', path: '/api/v1/packs/rollback/{id}', status: 200, auth: 'hands' },
  cli: { command: 'platforms rollback' },
  async run({ id }, context) {
    context.packs.rollBack(id);
    const found = (await usedPlatforms(context)).find((used) => used.id === id);
    if (found === undefined) throw new CommentdockError('INTERNAL', `The platform ${id} is not known any more.`);
    return found;
  },
});

export const PACK_OPERATIONS = [list, update, rollback];

/** @throws CommentdockError INVALID_REQUEST, NETWORK */
async function downloaded(address: string | undefined, context: PackContext): Promise<Uint8Array> {
  const from = address ?? updateChoice(context).address;
  if (from !== null) return context.downloadPack(from, context.signal);
  throw new CommentdockError(
    'INVALID_REQUEST',
    'Name a file or an https address to take the pack from, or set one: `commentdock platforms choose --address <address>`.',
  );
}

async function usedPlatforms({ packs, shelf, platforms }: PackContext): Promise<UsedPlatform[]> {
  const folders = new Set((await shelf.inUse()).flatMap(({ id, origin }) => (origin === 'folder' ? [id] : [])));
  const names = new Map(platforms.all.map(({ id, name }) => [id, name]));
  const ids = [...new Set([...names.keys(), ...Object.keys(packs.state.platforms)])].toSorted();
  return ids.map((id) => {
    const { packs: kept = [], aside = [] } = packs.state.platforms[id] ?? {};
    const current = packs.inUse(id);
    const before = kept.filter((entry) => entry !== current).at(-1) ?? null;
    const without = (entry: { readonly version: string } | null) =>
      entry !== null
        ? { origin: 'pack' as const, version: entry.version }
        : packs.isBuiltIn(id)
          ? { origin: 'built_in' as const, version: BUILT_IN_VERSION }
          : { origin: 'none' as const, version: null };
    return {
      id,
      name: names.get(id) ?? id,
      ...(folders.has(id) ? { origin: 'folder' as const, version: null } : without(current)),
      date: current?.date ?? null,
      key: current?.key ?? null,
      installed_at: current === null ? null : new Date(current.installedAtMs).toISOString(),
      before: current === null ? null : without(before),
      aside: aside.map(({ version, key, why, asideAtMs }) => ({ version, key, why, at: new Date(asideAtMs).toISOString() })),
    };
  });
}

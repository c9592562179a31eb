import { z } from 'zod';
import { EXPORT_TYPES, SELECTORS, SORTS } from '#core/contract/options.ts';
import { PLATFORM_CATEGORIES } from '#core/contract/platform.ts';
import type { PlatformFacts } from '#core/platform-api/define.ts';

/** What a pack says of itself is shown to people and looked through at every pasted address. */
const word = z.string().min(1).max(200);
const sentence = z.string().max(2_000);
const address = z.string().min(1).max(2_000);
const listOf = <S extends z.ZodType>(schema: S, most = 200) => z.array(schema).max(most);

const exportRowSchema = z.strictObject({
  type: z.enum(EXPORT_TYPES),
  order: z.enum(['tree', 'served']).exactOptional(),
  totalCountsReplies: z.literal(true).exactOptional(),
});

const targetFactsSchema = z.strictObject({
  name: word,
  patterns: listOf(address),
  examples: z.tuple([address], address).refine((examples) => examples.length <= 200),
  exports: z.partialRecord(z.enum(['own', ...SELECTORS]), exportRowSchema),
  refuses: z.partialRecord(z.enum(SELECTORS), sentence).exactOptional(),
  whenAsked: z.literal(true).exactOptional(),
});

/** Runs over every pasted text, in the main thread: from the beginning, and with one repetition at most, which takes linear time. */
function isLinear(pattern: string): boolean {
  const repetitions = pattern.match(/[*+{]/g) ?? [];
  return pattern.startsWith('^') && repetitions.length <= 1 && !/\||(?<!\()\?|\\\d/.test(pattern) && isExpression(pattern);
}

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'i').flags === 'i';
  } catch {
    return false;
  }
}

const writtenSchema = z.strictObject({
  schemes: listOf(z.string().regex(/^(?!https?:)[a-z][a-z0-9+.-]{0,30}:$/)).exactOptional(),
  forms: listOf(
    z.strictObject({ pattern: word.refine(isLinear, 'is no simple expression'), address, swaps: z.record(word, sentence).exactOptional() }),
  ).exactOptional(),
});

const cookiesSchema = z.strictObject({
  need: z.enum(['none', 'optional', 'required']),
  domains: listOf(z.string().regex(/^\.(?:[a-z0-9-]+\.)+[a-z]+$/)),
  names: listOf(word).exactOptional(),
  anyHost: z.literal(true).exactOptional(),
  passes: listOf(word).exactOptional(),
  aliases: z.record(word, word).exactOptional(),
  login: address.exactOptional(),
  hint: sentence.exactOptional(),
});

/** As `new:platform` gives them: the id is a name of folders and files too. */
export const platformIdSchema = z
  .string()
  .max(30)
  .regex(/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/);

/** `PlatformFacts`, as a pack says them. */
export const platformFactsSchema = z.strictObject({
  id: platformIdSchema,
  name: word,
  homepage: address,
  description: sentence,
  category: z.enum(PLATFORM_CATEGORIES),
  tier: z.enum(['major', 'all']),
  recorded: z.string().max(10).nullable(),
  comparedWith: listOf(z.strictObject({ client: word, date: word })),
  withoutTotal: listOf(z.enum(EXPORT_TYPES)).exactOptional(),
  targets: listOf(targetFactsSchema),
  written: writtenSchema.exactOptional(),
  turn: z.int().min(0).max(9).exactOptional(),
  hostsStandAlone: z.literal(true).exactOptional(),
  searchesAt: address.exactOptional(),
  options: listOf(z.enum(['replies', 'countries'])),
  sorts: listOf(z.enum(SORTS)).exactOptional(),
  hasOwnOrder: z.literal(true).exactOptional(),
  sortAliases: z.partialRecord(z.enum(SORTS), z.enum(SORTS)).exactOptional(),
  ignores: listOf(z.enum(SELECTORS)).exactOptional(),
  cookies: cookiesSchema,
  withoutLogin: z.strictObject({ callsAnHour: z.int().positive(), rowsPerCall: z.int().positive() }).exactOptional(),
  transport: z.enum(['http', 'browser']),
  whenRefused: z.literal('browser').exactOptional(),
  pace: z.strictObject({ perSecond: z.number().positive().max(1_000), concurrency: z.int().min(1).max(100) }),
  walk: z.enum(['lists', 'queue', 'depthFirst']).exactOptional(),
}) satisfies z.ZodType<PlatformFacts>;

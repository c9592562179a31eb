import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { asCommentdockError } from '#core/contract/error.ts';
import { explainIssues } from '#core/contract/issue-words.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { TOOLS } from '#core/surfaces/mcp/tools/all.ts';

/** How the library says it, to programmers. */
const LIBRARY_WORDS =
  /Invalid (?:input|option|discriminator|string|key|element)|expected|received|Too (?:big|small)|Unrecognized|NaN|undefined/;

/** What comes by mistake: each for every field. */
const MISTAKES: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(10_000),
  5,
  -1,
  1.5,
  1e99,
  Number.NaN,
  true,
  [],
  [5],
  [''],
  [{}],
  [null],
  {},
  { a: 5 },
  { type: 'x' },
  Array.from({ length: 3_000 }, () => 'x'),
];

const SCHEMAS: readonly (readonly [string, z.ZodObject])[] = [
  ...OPERATIONS.map(({ name, input }) => [name, input as z.ZodObject] as const),
  ...TOOLS.map(({ name, input }) => [`the tool ${name}`, input] as const),
];

function wordsOf(schema: z.ZodType, input: unknown): readonly string[] {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : explainIssues(parsed.error.issues, { input }).map(({ message }) => message);
}

describe('what a schema refuses', () => {
  it.each(SCHEMAS)('%s says it in words for people', (_name, schema) => {
    const inputs: unknown[] = [{}, ...Object.keys(schema.shape).flatMap((field) => MISTAKES.map((mistake) => ({ [field]: mistake })))];
    const told = inputs.flatMap((input) => wordsOf(schema, input));
    for (const sentence of told) {
      expect(sentence).not.toMatch(LIBRARY_WORDS);
      expect(sentence).toMatch(/\.$/);
    }
  });

  const shape = z.object({
    id: z.int(),
    name: z.string().min(1).max(3).optional(),
    kind: z.enum(['a', 'b']).optional(),
    either: z.union([z.string(), z.literal(false)]).optional(),
    url: z.union([z.string(), z.object({ url: z.string() })]).optional(),
    form: z.union([z.boolean(), z.array(z.string())], { error: 'Give true, or a list' }).optional(),
    tagged: z.discriminatedUnion('type', [z.object({ type: z.literal('x'), n: z.int() })]).optional(),
    names: z.record(z.string().max(2), z.int()).optional(),
    step: z.int().multipleOf(5).optional(),
    strict: z.strictObject({ a: z.int().optional() }).optional(),
    when: z.iso.datetime().optional(),
    list: z
      .array(z.enum(['a']))
      .min(1)
      .optional(),
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, '`id` is required: give a number.'],
    [{ id: '5' }, '`id` must be a number.'],
    [{ id: 1.5 }, '`id` must be a whole number.'],
    [{ id: null }, '`id` must be a number.'],
    [{ id: 1, name: '' }, '`name` must not be empty. Correct it or leave it out.'],
    [{ id: 1, name: 'abcd' }, '`name` must be at most 3 characters long. Correct it or leave it out.'],
    // Of a list where a text belongs its length matters to nobody.
    [{ id: 1, name: [] }, '`name` must be a text.'],
    [{ id: 1, kind: 'c' }, '`kind` must be one of: a, b.'],
    [{ id: 1, either: 5 }, '`either` must be a text or false.'],
    [{ id: 1, url: 5 }, '`url` must be a text or an object.'],
    [{ id: 1, url: { url: 5 } }, '`url.url` must be a text.'],
    [{ id: 1, url: {} }, '`url.url` is required: give a text.'],
    [{ id: 1, form: 5 }, '`form`: Give true, or a list. Correct it or leave it out.'],
    [{ id: 1, tagged: { type: 'y' } }, '`tagged.type` does not fit. Correct it or leave it out.'],
    [{ id: 1, tagged: { type: 'x' } }, '`tagged.n` is required: give a number.'],
    [{ id: 1, names: { abc: 1 } }, '`names.abc` must be at most 2 characters long. Correct it or leave it out.'],
    [{ id: 1, step: 7 }, '`step` must be a multiple of 5. Correct it or leave it out.'],
    [{ id: 1, strict: { b: 1 } }, '`strict` has fields that are not known: b. Leave them out.'],
    [{ id: 1, when: 'now' }, '`when` is not a valid instant of ISO 8601, such as 2026-01-31T09:30:00Z. Correct it or leave it out.'],
    [{ id: 1, list: ['b'] }, '`list[0]` must be a.'],
  ])('%j: %s', (input, words) => {
    expect(wordsOf(shape, input)).toEqual([words]);
  });

  it('is told in words where nobody looked for it', () => {
    const refused = z.object({ id: z.int() }).safeParse({ id: 'x' });
    expect(asCommentdockError(refused.error).message).toBe('Something went wrong inside Commentdock. (`id` must be a number.)');
  });

  it('does not repeat a whole answer that an error of the language names', () => {
    const told = asCommentdockError(new SyntaxError(`Cannot convert ${'{'.repeat(100_000)} to a BigInt`)).message;
    expect(told).toMatch(/^Something went wrong inside Commentdock\. \(Cannot convert \{+\)$/);
    expect(told.length).toBeLessThan(400);
  });
});

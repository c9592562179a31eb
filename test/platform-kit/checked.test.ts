import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import { checked, fits } from '#core/platform-kit/checked.ts';
import { readWire } from '#core/platform-kit/wire.ts';

/** A value whose rows tell how many of them were looked at. */
function watched(rows: number, row: () => unknown): { readonly list: unknown[]; looked(): number } {
  let looks = 0;
  const list = Array.from({ length: rows }, () => null as unknown);
  for (let index = 0; index < rows; index += 1) {
    Object.defineProperty(list, index, {
      enumerable: true,
      get: () => {
        looks += 1;
        return row();
      },
    });
  }
  return { list, looked: () => looks };
}

const comment: z.ZodType = z.object({
  id: z.string(),
  get replies() {
    return z.array(comment).nullish();
  },
});

describe('a check of what others say', () => {
  it.each<[string, z.ZodType, () => unknown]>([
    ['rows of another kind', z.array(z.object({ id: z.string() })), () => []],
    ['rows that break a rule', z.array(z.string().min(1)), () => ''],
    ['rows that are none of several kinds', z.array(z.union([z.string(), z.object({ id: z.string() })])), () => 7],
    ['rows below an object', z.object({ list: z.array(z.int()) }).extend({ more: z.string().nullish() }), () => 0.5],
    ['rows below what may be missing', z.object({ list: z.array(z.string()).nullish().default(null) }), () => 0.5],
    ['rows of a schema that is made when it is asked for', z.lazy(() => z.array(z.string())), () => null],
    ['rows of a schema that holds itself', z.array(comment), () => ({ id: 5 })],
    ['rows of what is changed on the way', z.preprocess((value) => value, z.array(z.string())).transform((rows) => rows.length), () => 1],
  ])('ends at the first problem of %s', (_, schema, row) => {
    const { list, looked } = watched(1_000, row);
    const below = schema instanceof z.ZodObject ? { list } : list;
    const result = checked(schema, below);
    expect(result.success).toBe(false);
    expect(looked()).toBe(1);
    expect(fits(schema, below)).toBe(false);
  });

  it('ends at the first problem of a record', () => {
    let looks = 0;
    const value = z.unknown().transform((given, context) => {
      looks += 1;
      if (given !== 'good') context.addIssue('bad');
      return given;
    });
    const given = { first: 'good', second: 'bad', third: 'bad', fourth: 'good' };
    const { success, problem } = checked(z.record(z.string(), value), given) as { success: boolean; problem: z.core.$ZodIssue };
    expect({ success, path: problem.path, looks }).toEqual({ success: false, path: ['second'], looks: 2 });
  });

  it('makes of what fits the same as the schema by itself', () => {
    const schema = () =>
      z.object({
        list: z.array(z.object({ n: z.string().transform(Number), more: z.array(z.string()).optional() })),
        names: z.record(z.string().regex(/^\w+$/), z.int().nullish()),
        kinds: z.partialRecord(z.enum(['a', 'b']), z.int()),
        pair: z.tuple([z.string(), z.array(z.int())]),
        either: z.array(z.union([z.string(), z.array(z.int())])),
        kept: z.looseObject({ x: z.int() }),
        otherwise: z.array(z.int().catch(0)).min(1),
      });
    const value = {
      list: [{ n: '1' }, { n: '2', more: ['x'], unread: true }],
      names: { one: 1, two: null, __proto__x: 3 },
      kinds: { a: 1 },
      pair: ['x', [1, 2]],
      either: ['x', [1], []],
      kept: { x: 1, y: [2] },
      otherwise: [1, 'x'],
    };
    expect(checked(schema(), value)).toEqual({ success: true, data: schema().parse(value) });
    expect(checked(z.array(comment), [{ id: 'a', replies: [{ id: 'b', replies: [] }] }]).success).toBe(true);
    expect(checked(z.array(z.int()).min(2), [1]).success).toBe(false);
    expect(checked(z.array(z.int()), 'none').success).toBe(false);
    expect(checked(z.record(z.string(), z.int()), ['none']).success).toBe(false);
  });

  it('names the place of the problem', () => {
    const schema = z.object({ items: z.array(z.object({ by: z.record(z.string(), z.array(z.int())) })) });
    const value = { items: [{ by: {} }, { by: { a: [1], b: [2, 'x', 'y'] } }, 7] };
    expect(() => readWire(schema, value, 'answer')).toThrow(PlatformChanged);
    expect(() => readWire(schema, value, 'answer')).toThrow(/at answer\.items\.1\.by\.b\.1/);
  });
});

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownFolder } from '#test/own.ts';
import { z } from 'zod';
import { defineOperation, type RestRoute } from '#core/operations/define.ts';
import { flagField, pagingFields } from '#core/operations/input-fields.ts';
import { type CommandField, commandFields, flagOf, valueOfWords, type WordKind } from '#core/surfaces/cli/operation-fields.ts';

const SHAPE = {
  title: z.string().meta({ description: 'What it is called.' }),
  min_timestamp: z.int().optional().meta({ description: 'Unix seconds: nothing older.' }),
  count: z.int().default(1).meta({ description: 'How many.' }),
  seed: z.union([z.string(), z.int()]).nullish(),
  people: z.array(z.string()).default([]),
  colours: z.array(z.enum(['red', 'blue'])).optional(),
  size: z.enum(['small', 'large']).optional(),
  places: z.array(z.object({ x: z.int() })).optional(),
  settings: z.object({ dark: z.boolean() }).nullish(),
  once: z.boolean().default(true).meta({ description: 'Only once. Default: true.' }),
  enabled: z.boolean().optional().meta({ description: 'False: nothing is sent.' }),
  merge: flagField('All in one.'),
  ...pagingFields({ defaultLimit: 5, maxLimit: 10 }),
  id: z.string(),
};

function fieldsOf(method: RestRoute['method']): Readonly<Record<string, CommandField>> {
  return Object.fromEntries(fieldsBy(method).map((field) => [field.name, field]));
}

function fieldsNamed(name: string): readonly CommandField[] {
  return fieldsBy('POST').filter((field) => field.name === name);
}

function fieldsBy(method: RestRoute['method']): readonly CommandField[] {
  const operation = defineOperation({
    name: 'things.change',
    summary: 'Change a thing',
    description: 'Changes a thing.',
    scope: 'write',
    input: z.object(SHAPE),
    output: z.void(),
    errors: [],
    rest: { method, path: '/things/{id}', status: 204, auth: 'token' },
    run: () => undefined,
  });
  return commandFields(operation);
}

describe('the fields of an operation', () => {
  it('are arguments where the path has them, and the first that must be given', () => {
    const fields = Object.values(fieldsOf('POST'));
    expect(fields.filter(({ as }) => as === 'argument').map(({ name }) => name)).toEqual(['id', 'title']);
    expect(fields.slice(0, 2).map(({ name }) => name)).toEqual(['id', 'title']);
  });

  it.each<[string, WordKind]>([
    ['title', 'text'],
    ['count', 'number'],
    ['seed', 'text'],
    ['people', 'texts'],
    ['colours', 'choices'],
    ['size', 'text'],
    ['places', 'json'],
    ['settings', 'json'],
    ['once', 'yes'],
    ['merge', 'yes'],
    ['page', 'number'],
  ])('%s is given as %s', (name, kind) => {
    expect(fieldsOf('POST')[name]?.kind).toBe(kind);
  });

  it('are switched off where they are on by themselves, and both ways where nothing stays as it is', () => {
    expect(fieldsOf('POST')).toMatchObject({ once: { as: 'negated' }, merge: { as: 'flag' }, enabled: { as: 'flag' } });
    expect(fieldsOf('PATCH')).toMatchObject({ once: { as: 'negated' }, enabled: { as: 'either' } });
  });

  it('say what they mean and what they take', () => {
    expect(fieldsOf('POST')).toMatchObject({
      title: { description: 'what it is called' },
      once: { description: 'not: only once' },
      enabled: { description: 'not: nothing is sent' },
      size: { description: 'one of: small, large' },
      colours: { description: 'any of: red, blue; separated by commas' },
    });
  });

  it('have flags without capitals, dots and underscores', () => {
    expect(['signingSecret', 'require_text', 'webhook.uuid'].map(flagOf)).toEqual(['signing-secret', 'require-text', 'webhook-uuid']);
  });
});

describe('words', () => {
  const valueOf = (name: string, given: unknown): Promise<unknown> => {
    const field = fieldsOf('POST')[name];
    return field === undefined ? Promise.reject(new Error(name)) : valueOfWords(field, given);
  };

  it.each([
    ['count', '12', 12],
    ['count', '0.5', 0.5],
    ['count', '-3', -3],
    ['count', 'many', 'many'],
    ['count', '', ''],
    ['seed', '7', '7'],
    ['title', '@home', '@home'],
    ['people', ['Smith, John', 'ann'], ['Smith, John', 'ann']],
    ['colours', ['red, blue', 'green'], ['red', 'blue', 'green']],
    ['settings', '{"dark":true}', { dark: true }],
    ['settings', 'null', null],
    ['settings', 'dark', 'dark'],
    ['merge', true, true],
  ])('of %s: %j means %j', async (name, given, meant) => {
    expect(await valueOf(name, given)).toEqual(meant);
  });

  it('are dates besides, where Unix seconds are meant', async () => {
    const [seconds, date] = fieldsNamed('min_timestamp');
    expect([seconds?.flag, date?.flag]).toEqual(['min-timestamp', 'min-date']);
    if (date === undefined) throw new Error('no date');
    expect(await valueOfWords(date, '2026-01-01')).toBe(1_767_225_600);
    await expect(valueOfWords(date, '01/02/2026')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });

  it('name a file of JSON', async () => {
    const folder = ownFolder('cli-fields');
    const path = join(folder, 'places.json');
    writeFileSync(path, '[{"x":1}]');
    expect(await valueOf('places', `@${path}`)).toEqual([{ x: 1 }]);
    await expect(valueOf('places', `@${join(folder, 'none')}`)).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

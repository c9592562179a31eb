import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { placeOf } from '#core/operations/field-place.ts';
import { OPERATIONS } from '#core/operations/registry.ts';

/** They change nothing that is kept; two take more than a query holds, the answer of another must not be cached, and a reader signs out too. */
const READING_POSTS = ['winners.draw', 'exports.digest', 'realtime.token', 'signin.leave'];

describe('the operations', () => {
  it('have unique names and routes', () => {
    const names = OPERATIONS.map(({ name }) => name);
    const routes = OPERATIONS.map(({ rest }) => `${rest.method} ${rest.path.replace(/\{\w+\}/g, '{}')}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(routes).size).toBe(routes.length);
  });

  it.each(OPERATIONS.map((operation) => [operation.name, operation] as const))('%s keeps the laws', (_name, operation) => {
    expect(operation.name).toMatch(/^[a-z]+\.[a-z]+$/);
    expect(operation.summary).not.toBe('');
    expect(operation.description).toMatch(/\.$/);
    expect(operation.rest.method === 'GET' || READING_POSTS.includes(operation.name)).toBe(operation.scope === 'read');
    for (const code of operation.errors) expect(ERROR_CATALOGUE).toHaveProperty(code);
    const inPath = [...operation.rest.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field);
    for (const field of inPath) expect(Object.keys(operation.input.shape)).toContain(field);
    for (const field of Object.keys(operation.rest.from ?? {})) expect(Object.keys(operation.input.shape)).toContain(field);
    for (const field of Object.keys(operation.input.shape)) expect(placeOf(operation.rest, field)).toBeDefined();
    expect(() => z.toJSONSchema(operation.input, { io: 'input' })).not.toThrow();
  });
});

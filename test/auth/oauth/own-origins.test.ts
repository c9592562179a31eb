import { describe, expect, it } from 'vitest';
import { OAuthError } from '#core/auth/oauth/oauth-error.ts';
import { ownAudiences, ownOrigins, resourcePath } from '#core/auth/oauth/own-origins.ts';
import { readParameters, required } from '#core/auth/oauth/parameters.ts';

const HERE = 'http://127.0.0.1:4780';

describe('the origins of a service', () => {
  it('are the names of this machine at its port, or one public address', () => {
    expect(ownOrigins('http://localhost:4780')).toEqual(['http://localhost:4780', HERE, 'http://[::1]:4780']);
    expect(ownOrigins('http://127.0.0.2')).toEqual(['http://127.0.0.2', 'http://127.0.0.1', 'http://localhost', 'http://[::1]']);
    expect(ownOrigins('https://localhost:4780')).toEqual(['https://localhost:4780']);
    expect(ownOrigins('http://comments.lan')).toEqual(['http://comments.lan']);
    expect(ownAudiences('https://comments.example.org')).toEqual(['https://comments.example.org', 'https://comments.example.org/mcp']);
  });

  it.each([
    [HERE, ''],
    [`${HERE}/`, ''],
    [`${HERE}/mcp`, '/mcp'],
    ['http://localhost:4780/mcp/', '/mcp'],
    [`${HERE}/mcp//`, null],
    [`${HERE}/api`, null],
    [`${HERE}/x/mcp`, null],
    [`${HERE}/mcp?`, null],
    [`${HERE}/mcp#`, null],
    [` ${HERE}/mcp`, null],
    ['http://ann@127.0.0.1:4780/mcp', null],
    ['http://127.0.0.1:4781/mcp', null],
    ['https://127.0.0.1:4780/mcp', null],
    ['/mcp', null],
  ])('have resources of ours: of %s the path is %j', (resource, path) => {
    expect(resourcePath(resource, HERE)).toBe(path);
  });
});

describe('parameters', () => {
  it('are there once, and empty ones are not', () => {
    const read = readParameters([
      ['a', ''],
      ['a', '1'],
      ['b', '2'],
      ['a', ''],
    ]);
    expect([...read]).toEqual([
      ['a', '1'],
      ['b', '2'],
    ]);
    expect(required(read, 'b')).toBe('2');
    for (const [work, code, message] of [
      [() => required(read, 'c'), 'invalid_request', 'The parameter c is missing.'],
      [() => readParameters([...read, ['b', '2']]), 'invalid_request', 'The parameter b comes twice.'],
      [() => readParameters(['x', 'y'].map((value) => ['resource', value])), 'invalid_target', 'Ask for one resource at a time.'],
    ] as const)
      expect(work).toThrow(expect.objectContaining({ name: 'OAuthError', code, message, status: 400 }));
    expect(new OAuthError('invalid_client', '').status).toBe(401);
  });
});

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { graphqlData } from '#core/platform-kit/graphql.ts';
import { FakeSession } from '#test/platforms/fake-session.ts';

const schema = z.object({ post: z.object({ id: z.string() }).nullable() });
const read = async (body: unknown) =>
  graphqlData(await new FakeSession([{ match: '', body }]).fetch({ url: 'https://example.org/graphql' }), schema);

describe('the data of a GraphQL answer', () => {
  it.each([
    [{ data: { post: { id: 'a' } } }, { post: { id: 'a' } }],
    [[{ data: { user: 1 } }, { data: { post: { id: 'b' } } }], { post: { id: 'b' } }],
    [{ data: { post: { id: 'c' } }, errors: [{ message: 'a part is missing' }] }, { post: { id: 'c' } }],
    [{ data: { post: null } }, { post: null }],
  ])('%j', async (body, expected) => expect(await read(body)).toEqual(expected));

  it('is not there where the query is refused', async () => {
    await expect(read({ errors: [{ message: 'Cannot query field "x".' }], data: null })).rejects.toMatchObject({
      code: 'PLATFORM_CHANGED',
      path: 'errors',
      message: 'The platform refuses the query: Cannot query field "x".',
    });
  });

  it('of another form is named by its place', async () => {
    await expect(read({ data: { post: { id: 1 } } })).rejects.toMatchObject({ path: 'data.post.id' });
    await expect(read([])).rejects.toMatchObject({ code: 'PLATFORM_CHANGED' });
  });
});

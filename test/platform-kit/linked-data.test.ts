import { describe, expect, it } from 'vitest';
import { linkedDataOf, linkedNodeOf } from '#core/platform-kit/linked-data.ts';

const block = (text: string): string => `<script type="application/ld+json" data-x="1">${text}</script>`;

describe('linked data of a page', () => {
  it('are its blocks in their order, without those that are no JSON', () => {
    expect(linkedDataOf(`<p></p>${block('{"a":1}')}${block('{oops')}${block('[2]')}<script>{}</script>`)).toEqual([{ a: 1 }, [2]]);
    expect(linkedDataOf('')).toEqual([]);
  });

  it.each([
    ['alone', '{"@type":"Product","name":"x"}'],
    ['of two types', '{"@type":["Thing","Product"],"name":"x"}'],
    ['in a list', '[{"@type":"Organization"},{"@type":"Product","name":"x"}]'],
    ['in a graph', '{"@graph":[{"@type":"WebPage","mainEntity":{"@type":"Product","name":"y"}},{"@type":"Product","name":"x"}]}'],
  ])('have a node %s', (_where, text) => {
    expect(linkedNodeOf(block('{"@type":"WebSite"}') + block(text), 'Book', 'Product')).toMatchObject({ name: 'x' });
  });

  it('have none of another type', () => {
    expect(linkedNodeOf(block('{"@type":"WebSite"}'), 'Product')).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import { CeilingExceeded, PlatformChanged } from '#core/contract/error.ts';
import { XML_CEILING } from '#core/platform-kit/ceilings.ts';
import { childrenOf, parseXml, textOf } from '#core/platform-kit/xml.ts';

describe('XML', () => {
  it('gives elements, attributes and text, names with their prefix', () => {
    const root = parseXml(
      '<?xml version="1.0"?><!-- feed --><feed xml:lang="de"><im:rating>5</im:rating><e/><im:rating> 4 </im:rating></feed>',
      'feed',
    );
    expect(root.name).toBe('feed');
    expect(root.attributes.get('xml:lang')).toBe('de');
    expect(childrenOf(root, 'im:rating').map((child) => child.text)).toEqual(['5', ' 4 ']);
    expect(textOf(root, 'e')).toBe('');
    expect(textOf(root, 'none')).toBeUndefined();
    expect(textOf(undefined, 'e')).toBeUndefined();
  });

  it('decodes entities once, in text and attributes, and leaves CDATA alone', () => {
    const root = parseXml('<a href="x?a=1&amp;b=&quot;2&quot;">&lt;b&gt; &amp;lt; &#x1F389;&#10;<![CDATA[&amp; <i>]]> end</a>', 'a');
    expect(root.attributes.get('href')).toBe('x?a=1&b="2"');
    expect(root.text).toBe('<b> &lt; 🎉\n&amp; <i> end');
    expect(root.children).toEqual([]);
  });

  it('keeps digits and blanks as they stand', () => {
    expect(parseXml('<id>00012345678901234567</id>', 'id').text).toBe('00012345678901234567');
    expect(parseXml('<t> 1.0 </t>', 't').text).toBe(' 1.0 ');
  });

  it.each([
    ['no XML', 'plain'],
    ['nothing', ''],
    ['JSON', '{"a":1}'],
    ['a cut-off document', '<feed><entry>'],
    ['crossed elements', '<a><b></a></b>'],
    ['two roots', '<a/><b/>'],
    ['an HTML page', '<!DOCTYPE html><html><body></body></html>'],
    ['entities that grow', '<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'],
    ['names that would reach a prototype', '<feed><__proto__><polluted>yes</polluted></__proto__></feed>'],
    ['nesting without end', '<a>'.repeat(500) + '</a>'.repeat(500)],
  ])('refuses %s', (_what, text) => {
    expect(() => parseXml(text, 'feed')).toThrow(PlatformChanged);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('goes as deep and as far as the ceilings say, and not beyond', () => {
    const { depth, nodes } = XML_CEILING;
    expect(parseXml(`${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`, 'feed').name).toBe('a');
    expect(() => parseXml('<a>'.repeat(depth + 1) + '</a>'.repeat(depth + 1), 'feed')).toThrow(/ceiling of 128 levels of XML/);
    expect(() => parseXml(`<a>${'<b/>'.repeat(nodes)}</a>`, 'feed')).toThrow(/ceiling of 200,000 nodes of XML/);
    expect(() => parseXml(`<a ${'b="" '.repeat(nodes)}/>`, 'feed')).toThrow(CeilingExceeded);
    const unread = '<'.repeat(nodes + 1);
    expect(parseXml(`<a x=">/"><!--${unread}--><![CDATA[${unread}]]></a>`, 'feed').text).toBe(unread);
  });

  it('stands any number of comments before the root', () => {
    expect(parseXml(`${'<!-- a -->'.repeat(1_000)}<feed/>`, 'feed').name).toBe('feed');
  });

  it('names the place in the error', () => {
    expect(() => parseXml('<', 'feed')).toThrow(expect.objectContaining({ path: 'feed', code: 'PLATFORM_CHANGED' }));
  });
});

describe('what stands before a root', () => {
  it.each(['<?a?>', '<!-- a -->', '<?a?>\n<!-- <!DOCTYPE x> --> '])('may be %j a hundred times', (before) => {
    expect(parseXml(`<?xml version="1.0"?>${before.repeat(100)}<feed/>`, 'feed').name).toBe('feed');
    expect(() => parseXml(`${before.repeat(100)}<!doctype x><feed/>`, 'feed')).toThrow(PlatformChanged);
  });
});

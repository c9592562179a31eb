import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { MultiDirectedGraph } from 'graphology';
import { parse as parseGexf } from 'graphology-gexf';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { type FileFormat, fileEnding } from '#core/contract/tier.ts';
import { writeDataset } from '#core/writers/write-dataset.ts';
import { ownFolder } from '#test/own.ts';
import { aboutOf, generatedItems } from '#test/writers/generated-items.ts';
import { HOSTILE_TEXTS, sampleItem } from '#test/writers/sample.ts';

/** The path of the file that is written of `items`. */
async function fileOf(format: FileFormat, items: readonly Item[]): Promise<string> {
  const folder = ownFolder(`formats-${format}`);
  const request = { rows: () => [items], about: aboutOf(items.length), exportType: 'comments', folder, baseName: 'rows' } as const;
  await writeDataset({ ...request, formats: [format] });
  return join(folder, `rows.${fileEnding(format)}`);
}

const textOf = async (format: FileFormat, items: readonly Item[]): Promise<string> => readFileSync(await fileOf(format, items), 'utf8');

const ann = { id: 'u1', username: 'ann', name: 'Ann' };
const bob = { id: 'u2', username: '@Bob', name: 'Bob' };
const THREAD: readonly Item[] = [
  sampleItem({
    id: 'a',
    kind: 'comment',
    author: ann,
    text: 'Who has seen the Käse?',
    createdAt: '2024-01-01T10:00:00Z',
    likes: 3,
    rating: 4,
  }),
  sampleItem({
    id: 'b',
    parentId: 'a',
    kind: 'reply',
    author: bob,
    text: '@ann I have. @carol. too',
    createdAt: '2024-01-01T11:00:00Z',
    likes: 1,
  }),
  sampleItem({ id: 'c', parentId: 'b', kind: 'reply', author: ann, text: 'cheese @bob, @bob', createdAt: '2024-01-02T09:00:00Z' }),
  sampleItem({
    id: 'd',
    kind: 'comment',
    author: { id: 'u3', username: 'Carol', name: '=Carol' },
    text: null,
    rating: 5,
    ratingScale: 5,
    media: [{ type: 'image', url: 'https://x.example/1.jpg' }],
    extra: { verifiedPurchase: true, tags: ['x'] },
  }),
];

describe('SQLite', () => {
  test('answers its views, the full-text index and what the export is', async () => {
    const database = new Database(await fileOf('sqlite', THREAD), { readonly: true });
    const all = (sql: string): unknown[] => database.prepare(sql).all();
    expect(all('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(all('SELECT name, username, items, replies, likes, first_at, last_at FROM top_authors')).toEqual([
      { name: 'Ann', username: 'ann', items: 2, replies: 1, likes: 3, first_at: '2024-01-01T10:00:00Z', last_at: '2024-01-02T09:00:00Z' },
      { name: 'Bob', username: '@Bob', items: 1, replies: 1, likes: 1, first_at: '2024-01-01T11:00:00Z', last_at: '2024-01-01T11:00:00Z' },
      { name: '=Carol', username: 'Carol', items: 1, replies: 0, likes: 0, first_at: null, last_at: null },
    ]);
    expect(all('SELECT * FROM by_day')).toEqual([
      { day: '2024-01-01', items: 2, replies: 1, likes: 4, rating: 4 },
      { day: '2024-01-02', items: 1, replies: 1, likes: 0, rating: null },
    ]);
    expect(all('SELECT id, author, replies, authors, last_at FROM threads')).toEqual([
      { id: 'a', author: 'u1', replies: 2, authors: 2, last_at: '2024-01-02T09:00:00Z' },
      { id: 'd', author: 'u3', replies: 0, authors: 1, last_at: null },
    ]);
    expect(all('SELECT * FROM ratings')).toEqual([
      { rating: 5, rating_scale: 5, items: 1 },
      { rating: 4, rating_scale: null, items: 1 },
    ]);
    expect(all("SELECT * FROM words WHERE word IN ('kase', 'bob', 'ann') ORDER BY word")).toEqual([
      { word: 'ann', items: 1, times: 1 },
      { word: 'bob', items: 1, times: 2 },
      { word: 'kase', items: 1, times: 1 },
    ]);
    expect(all("SELECT items.id FROM items_fts JOIN items ON place = items_fts.rowid WHERE items_fts MATCH 'käse OR cheese'")).toEqual([
      { id: 'a' },
      { id: 'c' },
    ]);
    expect(all('SELECT * FROM media')).toEqual([{ item_place: 4, position: 1, type: 'image', url: 'https://x.example/1.jpg', file: null }]);
    expect(all("SELECT extra ->> 'verifiedPurchase' AS bought FROM items WHERE id = 'd'")).toEqual([{ bought: 1 }]);
    expect(all("SELECT value FROM about WHERE section = 'Completeness' AND label = 'In one sentence'")).toEqual([
      { value: aboutOf(THREAD.length).completeness.summary },
    ]);
    database.close();
  });

  test('keeps hostile texts and whole numbers as they are', async () => {
    const items = HOSTILE_TEXTS.map((text, at) => sampleItem({ id: `${at}`, text, title: text, likes: 2 ** 40 + at }));
    const database = new Database(await fileOf('sqlite', items), { readonly: true });
    expect(database.prepare('SELECT text, title, likes FROM items ORDER BY place').all()).toEqual(
      items.map(({ text, title, likes }) => ({ text, title, likes })),
    );
    database.close();
  });
});

describe('a transcript', () => {
  test('in Markdown: what it is, what is missing, and threads', async () => {
    const text = await textOf('md', THREAD);
    expect(text).toMatch(/^# Video Example: Comments\n/);
    expect(text).toContain(`- In one sentence: ${aboutOf(THREAD.length).completeness.summary}`);
    expect(text.slice(text.indexOf('## Comments'))).toBe(
      [
        '## Comments\n',
        '- **Ann** (@ann), 2024-01-01T10:00:00Z, rated 4, 3 likes\n',
        '  Who has seen the Käse?\n',
        '  - **Bob** (@Bob), 2024-01-01T11:00:00Z, 1 like\n',
        '    @ann I have. @carol. too\n',
        '    - **Ann** (@ann), 2024-01-02T09:00:00Z\n',
        '      cheese @bob, @bob\n',
        '- **=Carol** (@Carol), rated 5 of 5\n',
        '  <https://x.example/1.jpg>\n',
        '',
      ]
        .join('\n')
        .replace('**=', '**\\='),
    );
  });

  test('in Markdown shows whatever strangers write as they wrote it', async () => {
    const tricks = [
      '# head',
      '> quote',
      '- item',
      '12. item',
      '1) item',
      '***',
      '---',
      '===',
      '+ x',
      '[a](javascript:x)',
      '![i](https://x.example/i.png)',
    ];
    const more = [
      '<script>alert(1)</script>',
      '&lt;b&gt; &#65;',
      '`code` ``x``',
      '~~~\nfence',
      '| a |\n|---|\n| b |',
      '\\*',
      'a\\',
      '    indented',
      '<https://x.example>',
    ];
    const texts = [...tricks, ...more, ...HOSTILE_TEXTS];
    const text = await textOf(
      'md',
      texts.map((words, at) => sampleItem({ id: `${at}`, text: words })),
    );
    const tokens = new MarkdownIt({ html: true }).parse(text.slice(text.indexOf('## Comments')), {});
    expect(new Set(tokens.map(({ type }) => type))).toEqual(
      new Set([
        'heading_open',
        'inline',
        'heading_close',
        'bullet_list_open',
        'list_item_open',
        'paragraph_open',
        'paragraph_close',
        'list_item_close',
        'bullet_list_close',
      ]),
    );
    const inner = tokens.flatMap(({ children }) => children ?? []);
    expect(new Set(inner.map(({ type }) => type))).toEqual(new Set(['text', 'strong_open', 'strong_close', 'hardbreak']));
    const said = tokens
      .filter(({ type }) => type === 'inline')
      .map(({ children }) => (children ?? []).map((t) => (t.type === 'hardbreak' ? '\n' : t.content)).join(''));
    for (const words of [...tricks, ...more]) expect(said).toContain(words.trim());
  });

  test('as plain text indents replies and steers no terminal', async () => {
    const text = await textOf('txt', [...THREAD, sampleItem({ id: 'e', text: 'red \u001B[31m and \u0007 bell\n\n\nsecond' })]);
    expect(text).toContain('\n  Bob (@Bob), 2024-01-01T11:00:00Z, 1 like\n    @ann I have. @carol. too\n');
    expect(text).toContain('  red \uFFFD[31m and \uFFFD bell\n  second\n');
    // oxlint-disable-next-line no-control-regex -- these are what is looked for
    expect(text).not.toMatch(/[\u0000-\u0008\u000B-\u001F]/);
  });

  test('a thread of thousands of levels stays a list that can be read', async () => {
    const chain = Array.from({ length: 3_000 }, (_, at) =>
      sampleItem({ id: `${at}`, parentId: at === 0 ? null : `${at - 1}`, kind: at === 0 ? 'comment' : 'reply', text: 'x' }),
    );
    const text = await textOf('md', chain);
    expect(text.length).toBeLessThan(400_000);
    expect(text).toContain('in answer to 2998');
  });
});

describe('who answers and mentions whom', () => {
  test('opens as GEXF', async () => {
    const graph = parseGexf(MultiDirectedGraph, await textOf('gexf', THREAD));
    const people = graph.mapNodes((_, { label, key, items }) => ({ label, key, items }));
    expect(people).toEqual([
      { label: 'Ann', key: 'u1', items: 2 },
      { label: 'Bob', key: 'u2', items: 1 },
      { label: '=Carol', key: 'u3', items: 1 },
    ]);
    const edges = graph.mapEdges((_, { weight, replies, mentions }, source, target) => ({ source, target, weight, replies, mentions }));
    expect(edges).toEqual([
      { source: '1', target: '0', weight: 2, replies: 1, mentions: 1 },
      { source: '0', target: '1', weight: 3, replies: 1, mentions: 2 },
      { source: '1', target: '2', weight: 1, replies: 0, mentions: 1 },
    ]);
  });

  test('is a list of edges as CSV, where nothing is a formula', async () => {
    expect(parse(await textOf('edges', THREAD), { bom: true, columns: true })).toEqual([
      { Source: 'u2', Target: 'u1', 'Source name': 'Bob', 'Target name': 'Ann', Weight: '2', Replies: '1', Mentions: '1' },
      { Source: 'u1', Target: 'u2', 'Source name': 'Ann', 'Target name': 'Bob', Weight: '3', Replies: '1', Mentions: '2' },
      { Source: 'u2', Target: 'u3', 'Source name': 'Bob', 'Target name': "'=Carol", Weight: '1', Replies: '0', Mentions: '1' },
    ]);
  });

  test('takes replies before what they answer, hostile names, and texts of mentions alone', async () => {
    const items = [
      sampleItem({ id: 'r', parentId: 'p', kind: 'reply', author: { id: 'x', name: '<&"\u0000\uD800' }, text: '@a '.repeat(5_000) }),
      sampleItem({ id: 'p', kind: 'comment', author: { id: 'y', name: 'y' } }),
      ...HOSTILE_TEXTS.map((name, at) => sampleItem({ id: `${at}`, author: { name }, text: name })),
    ];
    const graph = parseGexf(MultiDirectedGraph, await textOf('gexf', items));
    expect(graph.mapEdges((_, { weight }, source, target) => [source, target, weight])).toEqual(
      expect.arrayContaining([
        ['0', '2', 1],
        ['0', '1', 50],
      ]),
    );
    expect(graph.getNodeAttribute('0', 'label')).toBe('<&"\uFFFD\uFFFD');
  });

  test('has two people where two platforms have one of the same id, and none answers a row of the other', async () => {
    const items = ['one', 'another'].flatMap((sourcePlatform) => [
      sampleItem({ id: 'p', kind: 'comment', author: { id: 'x', username: 'x' }, extra: { sourcePlatform } }),
      sampleItem({ id: `r ${sourcePlatform}`, parentId: 'p', kind: 'reply', author: { id: 'y' }, text: '@x', extra: { sourcePlatform } }),
    ]);
    const graph = parseGexf(MultiDirectedGraph, await textOf('gexf', items));
    expect(graph.mapEdges((_, { weight }, source, target) => [source, target, weight])).toEqual([
      ['1', '0', 2],
      ['3', '2', 2],
    ]);
  });
});

describe('HTML', () => {
  test('has one script and one style, named by the policy of the page, and rows that cannot leave their place', async () => {
    const hostile = ['</script><script>alert(1)</script>', '<!--<script>', ...HOSTILE_TEXTS];
    const html = await textOf(
      'html',
      hostile.map((text, at) => sampleItem({ id: `${at}`, text, author: { name: text } })),
    );
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
    expect(scripts.map(([, attributes]) => attributes)).toEqual([
      ' type="application/json" class="about"',
      ' type="application/json" class="rows"',
      '',
    ]);
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    expect(policy).toBe(
      `default-src 'none'; script-src ${hash(scripts[2]?.[2] ?? '')}; style-src ${hash(style)}; base-uri 'none'; form-action 'none'`,
    );
    const rows = JSON.parse(scripts[1]?.[2] ?? '') as unknown[][];
    expect(rows.map((row) => row[10])).toEqual(hostile);
    expect(html.match(/<!--/g)).toBeNull();
    expect(html).not.toMatch(/(src|href)\s*=\s*["']?http/);
  });

  test('is written block by block, whole', async () => {
    const items = [...generatedItems(1_200)].flat();
    const html = await textOf('html', items);
    const blocks = [...html.matchAll(/class="rows">(.*)<\/script>/g)].map(([, json = '']) => JSON.parse(json) as unknown[]);
    expect(blocks.map(({ length }) => length)).toEqual([500, 500, 200]);
  });
});

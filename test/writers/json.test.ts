import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Item } from '#core/contract/item.ts';
import { writeDataset } from '#core/writers/write-dataset.ts';
import { aboutOf } from '#test/writers/generated-items.ts';
import { HOSTILE_TEXTS, sampleItem, temporaryFolder } from '#test/writers/sample.ts';

async function written(items: readonly Item[]): Promise<{ readonly json: string; readonly jsonl: string }> {
  using folder = temporaryFolder();
  await writeDataset({
    rows: () => [items],
    about: aboutOf(items.length),
    exportType: 'comments',
    formats: ['json', 'jsonl'],
    folder: folder.path,
    baseName: 'rows',
  });
  const read = (format: string): string => readFileSync(join(folder.path, `rows.${format}`), 'utf8');
  return { json: read('json'), jsonl: read('jsonl') };
}

describe('JSON', () => {
  test('is an array of items with the names that existing readers use', async () => {
    const item = sampleItem({
      id: '7',
      text: 'Hello',
      createdAt: '2024-05-06T07:08:09.999Z',
      author: { name: 'Ada', username: 'ada', id: 'u1', url: 'https://x.example/ada' },
      likes: 3,
      replyCount: 2,
      url: 'https://x.example/7',
    });
    const { json } = await written([item]);
    expect(JSON.parse(json)).toEqual([
      {
        ...item,
        message: 'Hello',
        author_name: 'Ada',
        username: 'ada',
        profile_id: 'u1',
        profile_url: 'https://x.example/ada',
        likes: 3,
        replies_count: 2,
        created_at: '2024-05-06T07:08:09.999Z',
        timestamp: 1_714_979_289,
        permalink: 'https://x.example/7',
      },
    ]);
  });

  test('has null where the platform does not say', async () => {
    const [record] = JSON.parse((await written([sampleItem()])).json) as [Record<string, unknown>];
    const aliases = [
      'message',
      'author_name',
      'username',
      'profile_id',
      'profile_url',
      'likes',
      'replies_count',
      'created_at',
      'timestamp',
      'permalink',
    ];
    expect(aliases.map((name) => record[name])).toEqual(aliases.map(() => null));
  });

  test('gives every text back, half pairs too', async () => {
    const items = [...HOSTILE_TEXTS, 'lone \uD800 and \uDC00', 'x'.repeat(400_000)].map((text, index) =>
      sampleItem({ id: String(index), text }),
    );
    const { json, jsonl } = await written(items);
    expect(JSON.parse(json)).toMatchObject(items);
    const lines = jsonl.split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(JSON.parse(json));
  });

  test('of nothing is an empty array, and no lines', async () => {
    const { json, jsonl } = await written([]);
    expect(JSON.parse(json)).toEqual([]);
    expect(jsonl).toBe('');
  });
});

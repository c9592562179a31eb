import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from '../../scripts/site.ts';
import { finder, type Section } from '../../scripts/site/find.ts';
import { addressOf, NAVIGATION, PLATFORM_FOLDER } from '../../scripts/site/navigation.ts';
import { PAGES } from '#test/docs/shell-blocks.ts';
import { ownFolder } from '#test/own.ts';

const folder = ownFolder('site');
let sections: readonly Section[];
let pages: readonly string[];

beforeAll(async () => {
  sections = await buildSite(folder);
  pages = globSync('**/*.html', { cwd: folder }).map((page) => page.replaceAll('\\', '/'));
});

const htmlOf = (page: string): string => readFileSync(join(folder, page), 'utf8');

describe('the site', () => {
  it('has every page, and each of them in its navigation', () => {
    expect(pages.toSorted()).toEqual(PAGES.map(addressOf).toSorted());
    const named = NAVIGATION.flatMap(([, group]) => group);
    expect(PAGES.filter((page) => !page.startsWith(PLATFORM_FOLDER) && !named.includes(page))).toEqual([]);
    expect(named.filter((page) => !PAGES.includes(page))).toEqual([]);
  });

  it('leads nowhere where nothing is, headings included', () => {
    const ids = new Map(pages.map((page) => [page, new Set([...htmlOf(page).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? ''))]));
    const dead = pages.flatMap((page) =>
      [...htmlOf(page).matchAll(/ (?:href|src)="([^"]+)"/g)].flatMap(([, target = '']) => {
        if (/^(https?|mailto):/.test(target)) return [];
        const [path = '', anchor] = decodeURI(target).split('#');
        const found = path === '' ? page : join(dirname(page), path).replaceAll('\\', '/');
        const isThere = existsSync(join(folder, found)) && (anchor === undefined || ids.get(found)?.has(anchor) !== false);
        return isThere ? [] : [`${page}: ${target}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it('asks nobody for anything', () => {
    for (const page of pages) expect(htmlOf(page)).not.toMatch(/ src="https?:|<link[^>]+href="https?:/);
    for (const file of ['site.css', 'search.js'])
      expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    expect(statSync(join(folder, 'search.js')).size).toBeLessThan(64_000);
  });

  it.each([
    ['blocked', 'blocked.html'],
    ['monday 8 countries', 'recipes.html'],
    ['captchas', 'blocked.html'],
    ['webhok signature', 'webhooks.html'],
    ['steam', 'platforms/steam.html'],
    ['COMMENTDOCK_DATA_DIR', 'settings.html'],
  ])('finds "%s" in %s', (query, page) => {
    const found = finder(sections)(query).map(({ address }) => address.replace(/#.*/, ''));
    expect(found).toContain(page);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERROR_CATALOGUE } from '#core/contract/error.ts';
import { jobOptionsSchema } from '#core/contract/options.ts';
import { loadPlatforms } from '#core/platforms/registry.ts';
import { DOCS_FOLDER, generateDocs } from '../../scripts/docs.ts';
import { UNPROVEN } from '../../scripts/docs/unproven.ts';

const pages = await generateDocs();

describe('generated documentation', () => {
  it.each([...pages.keys()])('docs/%s is what the code says (npm run docs writes it anew)', (name) => {
    const path = join(DOCS_FOLDER, name);
    expect(existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : null).toBe(pages.get(name));
  });

  it('names every platform, error and option', async () => {
    const { all } = await loadPlatforms();
    const patterns = all.flatMap((platform) => platform.targets.flatMap((target) => target.patterns));
    const ofPlatforms = [...pages].flatMap(([name, text]) => (name.startsWith('platforms/') ? [text] : [])).join('\n');
    for (const word of patterns) expect(ofPlatforms).toContain(word);
    for (const { id, name } of all) expect(pages.get('platforms.md')).toContain(`[${name}](platforms/${id}.md)`);
    for (const code of Object.keys(ERROR_CATALOGUE)) expect(pages.get('errors.md')).toContain(`| \`${code}\` |`);
    for (const option of Object.keys(jobOptionsSchema.shape)) expect(pages.get('options.md')).toContain(`| \`${option}\` |`);
    expect(pages.get('settings.md')).toContain('| `COMMENTDOCK_DATA_DIR` |');
  });

  it('says what is simulated so far of platforms with recorded answers alone', async () => {
    const { all } = await loadPlatforms();
    const recorded = all.filter((platform) => platform.recorded !== null).map(({ id }) => id);
    expect(Object.keys(UNPROVEN).filter((id) => !recorded.includes(id))).toEqual([]);
  });

  it('has rows of equal width in every table', () => {
    for (const text of pages.values()) {
      for (const block of text.split('\n\n').filter((part) => part.startsWith('| '))) {
        const widths = block
          .trimEnd()
          .split('\n')
          .map((line) => line.replaceAll('\\|', '').split('|').length);
        expect(new Set(widths).size, block).toBe(1);
      }
    }
  });
});

describe('what is said of security', () => {
  const [, attackers = ''] = /## Who could attack\n(.*?)\n## /s.exec(readFileSync(join(DOCS_FOLDER, 'security.md'), 'utf8')) ?? [];

  it('names tests that are there, by file and by name', () => {
    let file = '';
    const missing: string[] = [];
    for (const [, path, title] of attackers.matchAll(/`(test\/[\w./-]+\.ts)`|"([^"]+)"/g)) {
      if (path !== undefined) {
        file = existsSync(path) ? readFileSync(path, 'utf8') : '';
        if (file === '') missing.push(path);
      } else if (title !== undefined && !file.includes(title)) missing.push(title);
    }
    expect(missing).toEqual([]);
    expect(attackers.match(/`test\//g)?.length).toBeGreaterThan(20);
  });

  it('says of each who could attack what does not hold', () => {
    const sections = attackers.split('\n### ').slice(1);
    const ours = sections.filter((section) => !section.startsWith('Packs'));
    expect(ours.filter((section) => !section.includes('Does not hold:')).map((section) => section.split('\n')[0])).toEqual([]);
  });
});

describe('the dashboard', () => {
  const panels = z
    .object({ panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })) })
    .parse(JSON.parse(readFileSync(join(DOCS_FOLDER, 'examples', 'grafana-dashboard.json'), 'utf8'))).panels;
  const table = readFileSync(join(DOCS_FOLDER, 'team.md'), 'utf8');
  const told = new Set(table.match(/commentdock_\w+(?=[`{])/g));

  it('asks for numbers that are told, and for all of them', () => {
    const asked = new Set(
      panels
        .flatMap(({ targets }) => targets.flatMap(({ expr }) => expr.match(/commentdock_\w+/g) ?? []))
        .map((name) => name.replace(/_bucket$/, '')),
    );
    expect([...asked].toSorted()).toEqual([...told].toSorted());
  });
});

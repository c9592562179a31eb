import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { jobOptionsSchema, SELECTORS } from '#core/contract/options.ts';
import { addExportFlags, dashed, type ExportFlags, formatsOfFlag, parseFormat, toJobOptions } from '#core/surfaces/cli/export-options.ts';
import { ownFolder } from '#test/own.ts';
import { FILE_FORMATS } from '#core/contract/tier.ts';

const audience = async () => ({ name: 'Tubular', domains: ['.tubular.com'] });

function command(): Command {
  const quiet = { writeOut: () => undefined, writeErr: () => undefined };
  return addExportFlags(new Command('export').argument('<url>').exitOverride().configureOutput(quiet));
}

function optionsOf(...words: string[]): Promise<Record<string, unknown>> {
  const parsed = command().parse(['https://tubular.com/watch/a', ...words], { from: 'user' });
  return toJobOptions(parsed.opts<ExportFlags>(), audience, Date.UTC(2026, 0, 1));
}

describe('flags of an export', () => {
  it('are job options', async () => {
    expect(await optionsOf()).toEqual({});
    const options = await optionsOf(
      '--replies',
      '--limit',
      '50',
      '--sort',
      'new',
      '--countries',
      'de, at',
      '--vpn',
      'Home',
      '--cursor',
      'c1.x',
    );
    expect(options).toEqual({ replies: true, limit: 50, sort: 'new', countries: ['de', 'at'], vpn: 'Home', cursor: 'c1.x' });
    expect(await optionsOf('-r', '-n', '50')).toEqual({ replies: true, limit: 50 });
    expect(await optionsOf('--gentle')).toEqual({ gentle: true });
    expect(await optionsOf('--update')).toEqual({ incremental: true });
    expect(await optionsOf('--keep-raw')).toEqual({ keepRaw: true });
    expect(await optionsOf('--media', 'images', '--media-mb', '20')).toEqual({ media: 'images', mediaMb: 20 });
    expect(jobOptionsSchema.parse(options)).toEqual(options);
  });

  it.each(SELECTORS)('has a flag for %s', async (selector) => {
    expect(await optionsOf(`--${dashed(selector)}`)).toEqual({ [selector]: true });
  });

  it('takes a day as a whole day', async () => {
    expect(await optionsOf('--min-date', '2026-01-01', '--max-date', '2026-01-01')).toEqual({
      minTimestamp: 1_767_225_600,
      maxTimestamp: 1_767_311_999,
    });
  });

  it('takes options as JSON, over which flags win', async () => {
    expect(await optionsOf('--options', '{"replies": true, "limit": 9, "filter": {"sentiment": true}}', '--limit', '5')).toEqual({
      replies: true,
      limit: 5,
      filter: { sentiment: true },
    });
  });

  it('has flags for what is done with the items', async () => {
    expect(await optionsOf('--sentiment')).toEqual({ filter: { sentiment: true } });
    expect(await optionsOf('--options', '{"filter": {"sentiment": false}}', '--language')).toEqual({
      filter: { sentiment: false, language: true },
    });
    expect(await optionsOf('--language', '--languages', 'en, de')).toEqual({ filter: { language: ['en', 'de'] } });
  });

  it('passes a limit on that only the operation can refuse', async () => {
    expect(await optionsOf('--limit', '-1')).toEqual({ limit: -1 });
  });

  it.each([
    [['--limit', 'many'], /--limit is "many"; it must be a whole number/],
    [['--limit', '1.5'], /--limit is "1.5"/],
    [['--limit', ''], /--limit is ""/],
    [['--max-date', 'soon'], /--max-date is "soon"/],
    [['--options', '[1]'], /--options must be a JSON object/],
    [['--options', '{'], /--options must be a JSON object/],
    [['--cookies', '/nowhere/cookies.txt'], /\/nowhere\/cookies\.txt cannot be read/],
  ])('refuses %j', async (words, message) => {
    await expect(optionsOf(...words)).rejects.toThrow(message);
  });

  it('refuses an order that there is not, and a flag that there is not', () => {
    expect(() => command().parse(['u', '--sort', 'upwards'], { from: 'user' })).toThrow(/top, new, old, best, controversial/);
    expect(() => command().parse(['u', '--reply'], { from: 'user' })).toThrow(/unknown option '--reply'/);
  });

  it('reads cookies for the platform alone', async () => {
    const folder = ownFolder('export-options');
    const file = join(folder, 'cookies.json');
    writeFileSync(
      file,
      JSON.stringify([
        { name: 'a', value: '1', domain: '.tubular.com' },
        { name: 'b', value: '2', domain: '.bank.example' },
      ]),
    );
    expect(await optionsOf('--cookies', file)).toEqual({ cookies: { a: '1' } });
  });

  it('says in its help what every option of the contract means', () => {
    const help = command().helpInformation().replace(/\s+/g, ' ');
    const flagOf: Readonly<Record<string, string>> = { minTimestamp: '--min-date', maxTimestamp: '--max-date', incremental: '--update' };
    for (const option of Object.keys(jobOptionsSchema.shape)) {
      if (option === 'filter') continue;
      expect(help, option).toContain(flagOf[option] ?? `--${dashed(option)}`);
    }
    expect(help).not.toContain('undefined');
  });
});

describe('formats', () => {
  it('are those of the plan without a flag, and each of a list once', () => {
    expect(formatsOfFlag(undefined)).toBeNull();
    expect(formatsOfFlag('xlsx, CSV,xlsx')).toEqual(['xlsx', 'csv']);
    expect(parseFormat(' JSONL ')).toBe('jsonl');
  });

  it.each(['pdf', '', 'xlsx;csv'])('of "%s" are refused', (text) => {
    expect(() => formatsOfFlag(text)).toThrow(`is no format. Known: ${FILE_FORMATS.join(', ')}.`);
  });
});

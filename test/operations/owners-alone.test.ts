import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keyOf } from '#core/config/config.ts';
import { SETTING_NAMES } from '#core/config/settings.ts';
import { OPERATIONS } from '#core/operations/registry.ts';
import { TOOLS } from '#core/surfaces/mcp/tools/all.ts';

/** Commands of the program that no other door has. */
const BY_COMMAND_ALONE = /^(?:backup|restore|move|config|vault|serve|work|doctor)\b/;
/** Names a program that is started, a folder that is read, or who is let in. */
const NAMES_WHAT_RUNS = ['vaultKeyCommand', 'browser', 'platformDir', 'dataDir', 'extraCaFile', 'databaseUrl'] as const;
/** Its `browser` is the kind of one whose cookies are read, by a name of a list. */
const MEANS_ANOTHER = 'accounts.import';

const inputs: readonly (readonly [string, Readonly<Record<string, z.ZodType>>])[] = [
  ...OPERATIONS.map(({ name, input }) => [name, (input as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>] as const),
  ...TOOLS.map(({ name, input }) => [`the tool ${name}`, input.shape as Readonly<Record<string, z.ZodType>>] as const),
];

describe('what is the owner’s alone', () => {
  it('is no operation and no tool: backup, restore, move, settings, and how the program runs', () => {
    const nouns = [...OPERATIONS, ...TOOLS].map(({ name }) => name);
    expect(nouns.filter((name) => BY_COMMAND_ALONE.test(name))).toEqual([]);
    const routes = OPERATIONS.map(({ rest }) => rest.path.replace(/^\/api\/(?:v\d|public)\//, ''));
    expect(routes.filter((path) => BY_COMMAND_ALONE.test(path))).toEqual([]);
  });

  it.each(NAMES_WHAT_RUNS)('is a setting such as %s: no operation and no tool takes it', (setting) => {
    expect(SETTING_NAMES).toContain(setting);
    const spelled = new Set<string>([setting, keyOf(setting)]);
    const taking = inputs.filter(([, fields]) => Object.keys(fields).some((field) => spelled.has(field)));
    expect(taking.map(([name]) => name).filter((name) => name !== MEANS_ANOTHER)).toEqual([]);
  });
});

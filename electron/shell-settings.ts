import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from 'zod';

/** What the shell itself remembers. All else belongs to the service. */
const settingsSchema = z.object({
  updates: z.enum(['on', 'off']).default('off'),
  /** That closing the window does not quit, which is said once. */
  background: z.enum(['told', 'untold']).default('untold'),
});
type Values = z.infer<typeof settingsSchema>;

export interface ShellSettings {
  read(): Values;
  change(values: Partial<Values>): void;
}

/** Kept in a JSON file, which is replaced as a whole. A file that cannot be read counts as none. */
export function openShellSettings(file: string): ShellSettings {
  let values = readValues(file);
  return {
    read: () => values,
    change(changed) {
      values = { ...values, ...changed };
      const temporary = `${file}.new`;
      writeFileSync(temporary, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600 });
      renameSync(temporary, file);
    },
  };
}

function readValues(file: string): Values {
  try {
    return settingsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return settingsSchema.parse({});
  }
}

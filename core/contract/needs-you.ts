import { z } from 'zod';
import type { JobErrorCode } from '#core/contract/error.ts';

/** Walls that a person in front of a browser may get past: by a login, a confirmation, a consent or a captcha. */
const PASSABLE_WALLS = ['CAPTCHA', 'BLOCKED', 'LOGIN_REQUIRED', 'AGE_RESTRICTED'] as const satisfies readonly JobErrorCode[];
export type PassableWall = (typeof PASSABLE_WALLS)[number];

/** The wall of this name; null for any other error. */
export function passableWall(code: string): PassableWall | null {
  return PASSABLE_WALLS.find((known) => known === code) ?? null;
}

/** What an export waits for that only its owner can do, and since when. Times are ISO 8601 UTC. */
export const needsYouSchema = z.object({
  code: z.enum(PASSABLE_WALLS).meta({ description: 'The wall; with it the export ends where nobody comes.', examples: ['CAPTCHA'] }),
  message: z.string().meta({ examples: ['www.example.org asks for a captcha.'] }),
  since: z.iso.datetime(),
  until: z.iso.datetime().meta({ description: 'Then it waits no longer.' }),
  window: z.enum(['closed', 'open']).meta({ description: 'Whether the window of the platform is open.' }),
  command: z.string().meta({
    description: 'What opens the window.',
    examples: ['commentdock continue 7d44bd9e-5c3f-4c1e-9a53-0f0c6a5d8b21'],
  }),
});

export type NeedsYou = z.infer<typeof needsYouSchema>;

/** The command that opens the window of an export. */
export function continueCommand(guid: string): string {
  return `commentdock continue ${guid}`;
}

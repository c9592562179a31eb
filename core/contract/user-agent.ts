import { z } from 'zod';

/** Longer than that of any browser. */
const MOST_LETTERS = 500;

/** What a browser calls itself, as its header has it: printable letters of ASCII alone. */
export const userAgentSchema = z
  .string()
  .trim()
  .min(1)
  .max(MOST_LETTERS)
  .regex(/^[\x20-\x7e]+$/, 'is no user agent: it may hold printable ASCII alone');

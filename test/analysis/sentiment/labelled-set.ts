import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * `development`: what lexicons and thresholds may be tuned on; `held-out`: what they are measured on, and never looked at for tuning;
 * `fresh`: written after both were frozen, in another manner, and run only: its errors were never looked at.
 */
export const PARTS = ['development', 'held-out', 'fresh'] as const;
export type Part = (typeof PARTS)[number];

const labelledSchema = z.tuple([z.enum(PARTS), z.enum(['positive', 'negative', 'neutral']), z.string().min(1)]);

/** A comment and what a reader says of it. */
export interface LabelledComment {
  readonly part: Part;
  readonly sentiment: z.infer<typeof labelledSchema>[1];
  readonly text: string;
}

/** The comments of a language's set, `labelled/<language>.tsv`, written for this purpose. */
export function readLabelled(language: string): LabelledComment[] {
  const [, ...lines] = readFileSync(new URL(`./labelled/${language}.tsv`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [part, sentiment, text] = labelledSchema.parse(line.split('\t'));
    return { part, sentiment, text };
  });
}

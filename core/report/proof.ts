import { Concealment, type ConcealmentParts, type Replacements } from '#core/report/concealment.ts';
import { kindOfField } from '#core/report/field-kinds.ts';
import { Search } from '#core/report/findings.ts';
import { type ReportMaterial, visitMaterial } from '#core/report/material.ts';

/** How a page ended that was read again from the exchanges of a report; null: without a failure. */
export type Replay = (material: ReportMaterial) => Promise<readonly ReplayedPage[]>;

/** A page of a report: what it failed with, and what it fails with when it is read again. */
export interface ReplayedPage {
  readonly failure: { readonly code: string; readonly path: string | null };
  readonly replayed: { readonly code: string; readonly path: string | null } | null;
}

export interface Concealed {
  readonly material: ReportMaterial;
  readonly replaced: Replacements;
  /** Words of short texts that stayed, since a parser looks for them. */
  readonly keptWords: readonly string[];
  readonly pages: readonly ReplayedPage[];
}

/** As often as this a report is read again to find the words that must stay. */
const MOST_REPLAYS = 90;
/** And no longer than this. */
const LONGEST_SEARCH_MS = 15_000;
/** Parameters of a target that name no kind of thing are somebody's, or lead to somebody. */
const OF_THE_SITE = /^(?:host|domain|instance|server|site|country|region|market|storefront)$/i;

interface ProofParts extends Omit<ConcealmentParts, 'findings' | 'keptWords'> {
  readonly replay: Replay;
}

/**
 * Replaces what tells of people, and proves that what is left fails as it did. Where it does not, as few words of short texts stay as it takes: never
 * one that is known to be somebody's. Where even that is in vain, or the pages cannot be read again as they were, all of them are replaced.
 */
export async function concealProven(material: ReportMaterial, { replay, ...parts }: ProofParts): Promise<Concealed> {
  const search = new Search(parts.hosts);
  for (const [name, value] of Object.entries(material.query.target.params))
    if (kindOfField(name) !== 'structure' && !OF_THE_SITE.test(name)) search.knowAsked(value);
  visitMaterial(material, search);
  const findings = search.findings();
  const before = await replay(material);
  const endsAtMs = performance.now() + LONGEST_SEARCH_MS;
  let replays = 0;
  const concealedWith = async (words: readonly string[]): Promise<Concealed & { readonly isAlike: boolean }> => {
    const visitor = new Concealment({ ...parts, findings, keptWords: new Set(words) });
    const changed = visitMaterial(material, visitor);
    const pages = await replay(changed);
    replays += 1;
    return { material: changed, replaced: visitor.replaced, keptWords: words, pages, isAlike: areAlike(before, pages) };
  };
  const whole = await concealedWith([]);
  if (whole.isAlike || !before.some(isReplayed)) return whole;
  const least = await concealedWith(findings.candidates);
  if (!least.isAlike) return whole;
  const isEnough = async (words: readonly string[]): Promise<boolean> => {
    if (replays >= MOST_REPLAYS || performance.now() > endsAtMs) throw new TooManyReplays();
    return (await concealedWith(words)).isAlike;
  };
  try {
    const needed = await neededOf(findings.candidates, [], isEnough);
    return await concealedWith(needed);
  } catch (error) {
    if (error instanceof TooManyReplays) return whole;
    throw error;
  }
}

class TooManyReplays extends Error {}

/** Those of `words` that are needed beside `kept`, of which it is known that all together are enough: halves are tried before single words. */
async function neededOf(
  words: readonly string[],
  kept: readonly string[],
  isEnough: (words: readonly string[]) => Promise<boolean>,
): Promise<readonly string[]> {
  if (words.length <= 1) return words;
  const half = Math.ceil(words.length / 2);
  const [first, second] = [words.slice(0, half), words.slice(half)];
  if (await isEnough([...kept, ...first])) return neededOf(first, kept, isEnough);
  if (await isEnough([...kept, ...second])) return neededOf(second, kept, isEnough);
  const ofFirst = await neededOf(first, [...kept, ...second], isEnough);
  const ofSecond = await neededOf(second, [...kept, ...ofFirst], isEnough);
  return [...ofFirst, ...ofSecond];
}

/** True where a page that is read again fails as it did. */
export function isReplayed({ failure, replayed }: ReplayedPage): boolean {
  return replayed !== null && replayed.code === failure.code && replayed.path === failure.path;
}

function areAlike(before: readonly ReplayedPage[], after: readonly ReplayedPage[]): boolean {
  return before.every((page, index) => !isReplayed(page) || isReplayed(after[index] as ReplayedPage));
}

import { z } from 'zod';
import { PlatformChanged } from '#core/contract/error.ts';
import { embeddedResult, slot } from '#core/platform-kit/batchexecute.ts';
import { checked } from '#core/platform-kit/checked.ts';
import type { Store } from '#core/platforms/playstore/cursor.ts';
import type { PlatformRequest } from '#core/platform-api/session.ts';

/** Under which the page has the data of the app. */
const APP_DATA = 'ds:5';
/** Within it: what people gave it, in numbers. */
const FIGURES = [1, 2, 51] as const;
const RATINGS = [...FIGURES, 2, 1] as const;
const REVIEWS = [...FIGURES, 3, 1] as const;

const figureSchema = z.int().min(0);

/** What the page of an app states, over all languages; null where it does not say. */
interface Figures {
  readonly ratings: number | null;
  readonly reviews: number | null;
}

export function detailsRequest({ app, hl, gl }: Store): PlatformRequest {
  return { url: 'https://play.google.com/store/apps/details', query: { id: app, hl, gl }, redirect: 'manual', accept: 'any' };
}

export function figuresIn(html: string): Figures {
  const data = appData(html);
  const figure = (path: readonly number[]): number | null => checked(figureSchema, slot(data, ...path)).data ?? null;
  return { ratings: figure(RATINGS), reviews: figure(REVIEWS) };
}

/** The figures are no more than a remark: a page of another form has none. */
function appData(html: string): unknown {
  try {
    return embeddedResult(html, APP_DATA);
  } catch (error) {
    if (error instanceof PlatformChanged) return undefined;
    throw error;
  }
}

import type { Gap, Json, Next, Page } from '#core/platform-api/define.ts';

/** The stores of several countries that hold one product: one list each, all in one export. */
interface Storefronts<C extends Json> {
  /** What the stores hold, for the ledger. Default: app. */
  readonly thing?: string;
  /** Lower case, in the order of the export. */
  readonly countries: readonly string[];
  /** The first page of a store's list; null where the store does not have the product. */
  open(country: string): Promise<Page<C> | null>;
  /** The request that opens a further store. */
  further(country: string): C;
}

/**
 * The first page of the first store that has the product, with the others as lists of equal right; stores before it without the product
 * stand in the ledger. `page` is null where none has it.
 */
export async function openStorefronts<C extends Json>({
  thing = 'app',
  countries,
  open,
  further,
}: Storefronts<C>): Promise<{ readonly page: Page<C> | null; readonly gaps: readonly Gap[] }> {
  const gaps: Gap[] = [];
  for (const [index, country] of countries.entries()) {
    const page = await open(country);
    if (page === null) {
      gaps.push({ cause: 'notServed', count: 0, note: `The ${thing} is not in the storefront "${country}".` });
      continue;
    }
    const others = countries.slice(index + 1).map((other): Next<C> => ({ cursor: further(other), role: 'list' }));
    return { page: { ...page, next: [...(page.next ?? []), ...others], gaps: [...gaps, ...(page.gaps ?? [])] }, gaps };
  }
  return { page: null, gaps };
}

/** The wanted countries, each once, in lower case. */
export function countriesOf(wanted: readonly string[]): string[] {
  return [...new Set(wanted.map((code) => code.toLowerCase()))];
}

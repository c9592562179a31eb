/** The parameter of a link that says what it leads to. */
const RELATIONS = { next: /;\s*rel="?next\b/i, last: /;\s*rel="?last\b/i } as const;
/** A link with its parameters, up to the next one. */
const LINK = /<([^<>]*)>([^<]*)/g;

/** Where the header `link` of an answer leads by this relation (RFC 8288), whole; null where it does not. @param base the address that answered */
export function linkIn(header: string | undefined, relation: keyof typeof RELATIONS, base: string): string | null {
  for (const [, address = '', parameters = ''] of (header ?? '').matchAll(LINK)) {
    const target = RELATIONS[relation].test(parameters) ? URL.parse(address, base) : null;
    if (target !== null) return target.href;
  }
  return null;
}

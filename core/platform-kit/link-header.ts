/** A link of a `link` header (RFC 8288). Empty where it says nothing of the kind. */
export interface HeaderLink {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
}

/** The links of a `link` header, several of which may stand in one line: `<address>; rel="next"; type="..."`. */
export function linksInHeader(header: string | undefined): readonly HeaderLink[] {
  return [...(header ?? '').matchAll(/<([^<>]*)>([^<]*)/g)].map(([, href = '', parameters = '']) => ({
    href,
    rel: parameterOf(parameters, 'rel'),
    type: parameterOf(parameters, 'type'),
  }));
}

function parameterOf(parameters: string, name: string): string {
  const parts = parameters.split(';').map((part) => part.trim());
  const given = parts.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
  return given.replace(/,$/, '').replace(/^"|"$/g, '');
}

/** Where the header `link` of an answer leads by this relation, whole; null where it does not. @param base the address that answered */
export function linkIn(header: string | undefined, relation: 'next' | 'last', base: string): string | null {
  const links = linksInHeader(header).filter(({ rel }) => rel.toLowerCase().split(' ').includes(relation));
  return links.map(({ href }) => URL.parse(href, base)).find((url) => url !== null)?.href ?? null;
}

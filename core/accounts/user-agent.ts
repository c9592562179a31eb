// What browsers call themselves: the user agent, and the hints that Chromium's kin send beside it.

/** A browser as its header names it. */
interface BrowserBuild {
  readonly engine: 'chromium' | 'firefox';
  /** Null: a plain Chromium, or a Firefox. */
  readonly brand: string | null;
  /** The first number of its version; headers name no more. */
  readonly major: number;
  readonly platform: NodeJS.Platform;
}

/** Chromium names no more of a system than this, whatever its version and processor are. */
const CHROMIUM_SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Macintosh; Intel Mac OS X 10_15_7',
  win32: 'Windows NT 10.0; Win64; x64',
};
const FIREFOX_SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Macintosh; Intel Mac OS X 10.15',
  win32: 'Windows NT 10.0; Win64; x64',
};
const LINUX = 'X11; Linux x86_64';
const EDGE = 'Microsoft Edge';

/** The user agent that such a browser sends. */
export function userAgentOf({ engine, brand, major, platform }: BrowserBuild): string {
  if (engine === 'firefox') return `Mozilla/5.0 (${FIREFOX_SYSTEMS[platform] ?? LINUX}; rv:${major}.0) Gecko/20100101 Firefox/${major}.0`;
  const system = CHROMIUM_SYSTEMS[platform] ?? LINUX;
  const chrome = `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
  return brand === EDGE ? `${chrome} Edg/${major}.0.0.0` : chrome;
}

/** What a user agent says of its system, and what a hint calls that. Tried from the top. */
const HINTED_SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'Chrome OS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];
/** Browsers whose user agent adds their own name to Chrome's, and the brand that they go by. */
const NAMED_BRANDS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg\/(\d+)/, EDGE],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bYaBrowser\/(\d+)/, 'YaBrowser'],
];

/**
 * The hints that go with a user agent in every request; none for browsers that send none (Firefox, Safari) and for what is no browser.
 * @param brand of a browser whose user agent does not tell it; null: a plain Chromium. Left out: as the user agent says, else Chrome
 */
export function clientHintsOf(userAgent: string, brand?: string | null): Readonly<Record<string, string>> {
  const major = Number(/\bChrome\/(\d+)/.exec(userAgent)?.[1]);
  const system = HINTED_SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  if (!Number.isSafeInteger(major) || system === undefined) return {};
  const named = NAMED_BRANDS.flatMap(([mark, name]) => {
    const version = mark.exec(userAgent)?.[1];
    return version === undefined ? [] : [{ name, version }];
  })[0];
  const assumed = brand === undefined ? 'Google Chrome' : brand;
  const own = named ?? (assumed === null ? null : { name: assumed, version: String(major) });
  return {
    'sec-ch-ua': brandsOf(major, own),
    'sec-ch-ua-mobile': /\bMobile\b/.test(userAgent) ? '?1' : '?0',
    'sec-ch-ua-platform': `"${system}"`,
  };
}

/** Letters, versions and orders that change from version to version, so that nobody relies on them (Chromium, `user_agent_utils.cc`). */
const GREASE_LETTERS = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_'] as const;
const GREASE_VERSIONS = ['8', '99', '24'] as const;
const ORDERS_OF_THREE = ['012', '021', '102', '120', '201', '210'] as const;
const ORDERS_OF_TWO = ['01', '10'] as const;

function brandsOf(major: number, own: { readonly name: string; readonly version: string } | null): string {
  const letterAt = (place: number): string => GREASE_LETTERS[place % GREASE_LETTERS.length] ?? ' ';
  const version = GREASE_VERSIONS[major % GREASE_VERSIONS.length] ?? '8';
  const all = [
    { name: `Not${letterAt(major)}A${letterAt(major + 1)}Brand`, version },
    { name: 'Chromium', version: String(major) },
    ...(own === null ? [] : [own]),
  ];
  const orders: readonly string[] = own === null ? ORDERS_OF_TWO : ORDERS_OF_THREE;
  const order = orders[major % orders.length] ?? '';
  return all
    .map((brand, index) => ({ brand, place: Number(order[index]) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ brand }) => `"${brand.name}";v="${brand.version}"`)
    .join(', ');
}

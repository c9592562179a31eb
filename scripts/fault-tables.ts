import { REDIRECT_SIGNS, WALL_ADDRESSES } from '#core/network/walls/address-signs.ts';
import { bodySignsWith } from '#core/network/walls/body-signs.ts';
import { COOKIE_SIGNS, HEADER_SIGNS } from '#core/network/walls/header-signs.ts';
import { LIMIT_HEADERS } from '#core/network/stated-limits.ts';
import type { PlatformDefinition } from '#core/platform-api/define.ts';
import { WALL_CODES, type AddressSign, type Sign, type SiteWalls } from '#core/platform-api/wall-sign.ts';

/** A part of docs/faults.md: prose, then a table where there is one. */
interface FaultSection {
  readonly title: string;
  readonly prose: readonly string[];
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export const FAULTS_PROSE: readonly string[] = [
  'What stands in the way of an export, how it is recognised, and which error it becomes. [errors.md](errors.md) has the errors themselves. No captcha is solved, and no wall is got around: the export says what it met and what you can do.',
  'After `CAPTCHA`, `BLOCKED`, `LOGIN_REQUIRED` and `AGE_RESTRICTED` the job object names in `open_url` the page to open in your own browser; the command line prints it. What was fetched is kept, and a retry goes on from there. The same four are walls that a person may pass in [a window of the platform](browser.md#the-owners-window): there `commentdock continue <guid>` goes on, and an export that its owner sits in front of waits for that instead of ending.',
  'Signs are looked for in an order: headers, addresses, elements and scripts of the page, its words, cookies. With 200 a page has to be short (a longer one is known by its title alone), and words count only where it says little else, so that an article about captchas, a comment that says "Access denied", a login form with a captcha in it, or a page that a vendor of walls delivers, is a page. What people wrote (text, comments of the page, data in scripts) is never searched for elements.',
  'Signs of vendors are looked for in every answer; those of a single site in what its platform asked for, or a platform that can be led there.',
  'A platform may say for itself what a status means (`accept` of its requests): its own reading comes before these tables, but for challenges.',
];

/** Everything that is recognised, table by table: what vendors have, then what platforms say of their own sites. */
export function faultSections(platforms: readonly PlatformDefinition[]): readonly FaultSection[] {
  const ofSites = <K extends keyof SiteWalls>(part: K): readonly NonNullable<SiteWalls[K]>[number][] => [
    ...new Set(platforms.flatMap(({ walls }): readonly NonNullable<SiteWalls[K]>[number][] => walls?.[part] ?? [])),
  ];
  return [
    {
      title: 'Statuses',
      prose: ['What a status means by itself. A wall that is recognised comes first.'],
      head: ['Status', 'Becomes', 'Tried again'],
      rows: [
        ['401', '`LOGIN_REQUIRED`', 'no'],
        ['403', '`BLOCKED`', 'no'],
        ['404, 410', '`NOT_FOUND`; on a later page the list ends', 'no'],
        ['420, 429', '`RATE_LIMITED`', 'after the time that the host names, where that is a minute at most'],
        ['451', '`GEO_BLOCKED`', 'no'],
        ['408, 425, 5xx, resets, silence, cut-off bodies', '`NETWORK`', 'three times, with growing waits'],
        ['other 4xx', '`PLATFORM_CHANGED`', 'no'],
        ['200 without a body where JSON was asked for', '`BLOCKED`', 'twice'],
        ['200 that should be JSON and is not', '`PLATFORM_CHANGED`', 'twice'],
        ...ofSites('statuses').map(({ statuses, kind, by, source }) => [
          `${statuses.join(', ')} (${by}: ${source})`,
          code(WALL_CODES[kind]),
          'no',
        ]),
      ],
    },
    {
      title: 'Headers and cookies',
      prose: [],
      head: ['Whose', 'Sign', 'Becomes', 'Written down'],
      rows: [
        ...[...HEADER_SIGNS, ...ofSites('headers')].map((sign) =>
          row(sign, `header ${code(`${sign.header}: ${sign.value.source}`)}${withStatuses(sign.statuses)}`),
        ),
        ...COOKIE_SIGNS.map((sign) => row(sign, `cookie ${code(sign.cookie.source)}${withStatuses(sign.statuses)}`)),
      ],
    },
    {
      title: 'Addresses',
      prose: [
        'Where a redirect leads. The request ends there: what stands at the address is not asked for. Whoever asks for a login by itself gets it.',
        'A question about cookies (consent) is answered only where a platform knows how to refuse all of them; anywhere else it is `BLOCKED`, and says so.',
      ],
      head: ['Whose', 'Sign', 'Becomes', 'Written down'],
      rows: [...WALL_ADDRESSES, ...REDIRECT_SIGNS, ...ofSites('addresses')].map((sign) => row(sign, addressWords(sign))),
    },
    {
      title: 'Pages and bodies',
      prose: [
        'Besides these: a short page with the element of a captcha (reCAPTCHA, hCaptcha, Turnstile, GeeTest, Arkose and others) whose title or heading asks for a proof is `CAPTCHA`; with a refusing status the words suffice. A short page that is a login and nothing else is `LOGIN_REQUIRED`.',
      ],
      head: ['Whose', 'Sign', 'Becomes', 'Written down'],
      rows: bodySignsWith(ofSites('bodies')).map((sign) =>
        row(
          sign,
          [
            `${sign.in} ${code(sign.mark.source)}`,
            ...(sign.host === undefined ? [] : [`on ${code(sign.host.source)}`]),
            ...(sign.status === 'refusing' ? ['with a refusing status'] : []),
          ].join(', '),
        ),
      ),
    },
    {
      title: 'Limits that hosts state',
      prose: [
        '`Retry-After` (seconds or a date) comes first. Otherwise a 429 waits until the limit below is filled again. After an answer that says that nothing is left, the host is not asked before that either. A value is seconds to wait, seconds or milliseconds since 1970, or a date, as its form tells. More than a minute ends the export with `RATE_LIMITED` and the time; until then other exports from the host end at once too.',
        'Beside these the one header `RateLimit` of draft-ietf-httpapi-ratelimit-headers is read, in both of its forms.',
      ],
      head: ['Headers', 'Counts', 'Written down'],
      rows: LIMIT_HEADERS.map(({ remaining, reset, counts, source }) => [
        `${code(remaining)}, ${code(reset)}`,
        counts === 'host' ? 'every request' : 'requests of one kind: only a 429 counts',
        source,
      ]),
    },
    {
      title: 'Soft blocks',
      prose: [
        'A list that gives the same page three times in a row and names a further one each time stands still: it is ended, and the ledger says that it is not whole. This is noticed where the cursors of a platform are known to lead on, as those of X, which gives frozen results under 200 to clients it distrusts. Any other list whose page repeats, or that ends with an empty page, is over: the export is done, and its ledger puts what is missing to `notServed`. Where that is half of what the platform states, and 20 items at least, a remark says that some platforms do this to clients they slow down.',
      ],
      head: [],
      rows: [],
    },
    {
      title: 'Pace',
      prose: [
        "Each host has one budget over all exports, both transports and all starts of the program: starts stand at least one pace apart, so that no window of any length holds more than the platform's pace allows. Until a host has answered once it gets one request at a time. A 429 halves the pace; twenty good answers give a tenth back. A process that is killed leaves at most one second reserved, which the next one waits out.",
        '`--gentle`, `options.gentle`, `preferences set --gentle` or `COMMENTDOCK_GENTLE=on` halve the pace and the number of requests at once. `COMMENTDOCK_PACE=off` lifts the pace, not the pauses that hosts ask for. What a page loads for itself in the browser (scripts, styles) is not counted: it comes with the page, which is. Files that an adapter asks for itself, at a host that serves nothing else (`staticHosts`), have a pace of their own: up to eight at once.',
      ],
      head: [],
      rows: [],
    },
  ];
}

function row(sign: Sign, what: string): readonly string[] {
  return [sign.by, what, code(WALL_CODES[sign.kind]), sign.source];
}

function addressWords({ host, path }: AddressSign): string {
  const parts = [host, path].flatMap((part) => (part === undefined ? [] : [code(part.source)]));
  return parts.join(' then ');
}

function withStatuses(statuses: readonly number[] | undefined): string {
  return statuses === undefined ? '' : `, with ${statuses.join(', ')}`;
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

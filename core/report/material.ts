import type { JobRecord } from '#core/contract/job-record.ts';
import type { KeptExchange } from '#core/contract/kept-exchange.ts';
import type { JobOptions } from '#core/contract/options.ts';
import { changeCode } from '#core/report/code-walk.ts';
import { type Field, fieldNamed, type Visitor } from '#core/report/fields.ts';
import { kindOfField } from '#core/report/field-kinds.ts';
import { walkWith } from '#core/report/message-walk.ts';

/** Those that decide what is asked; accounts, routes and cookies of the owner are none of them. */
type ReportedOptions = Omit<JobOptions, 'account' | 'cookies' | 'cursor' | 'pool' | 'userAgent' | 'vpn' | 'window'>;

/** All that a report tells, as it was or with others' words in it. */
export interface ReportMaterial {
  readonly query: { readonly url: string; readonly options: ReportedOptions; readonly target: JobRecord['target'] };
  readonly error: { readonly code: string | null; readonly message: string | null };
  readonly ledger: JobRecord['completeness'];
  readonly exchanges: readonly TextExchange[];
}

/** An exchange whose answer is a text. */
export interface TextExchange extends Omit<KeptExchange, 'answer'> {
  readonly answer: Omit<KeptExchange['answer'], 'body'> & {
    /** Empty where it was no text. */
    readonly text: string;
    readonly isText: boolean;
  };
}

type Headers = KeptExchange['answer']['headers'];

/** They say how things are sent, and nothing of anybody. */
const PLAIN_HEADERS =
  /^(?:accept|accept-.*|access-control-.*|age|allow|cache-control|connection|content-(?:encoding|language|length|type|disposition)|cross-origin-.*|date|expires|keep-alive|last-modified|pragma|priority|retry-after|sec-.*|server|te|transfer-encoding|upgrade.*|user-agent|vary|x-content-type-options|x-frame-options|x-powered-by|x-ratelimit-.*|x-requested-with|x-xss-protection|cf-mitigated)$/;
const ADDRESS_HEADERS = /^(?:content-location|location|origin|referer|x-referer)$/;
const COOKIE_ATTRIBUTES = /;[\s\S]*$/;

export function reportedOptions({
  account: _account,
  cookies: _cookies,
  cursor: _cursor,
  pool: _pool,
  userAgent: _userAgent,
  vpn: _vpn,
  window: _window,
  ...options
}: JobOptions): ReportedOptions {
  return options;
}

/** Leads a visitor through all of it. What it gives back has what the visitor put in. */
export function visitMaterial(material: ReportMaterial, visitor: Visitor): ReportMaterial {
  const { query, error, ledger, exchanges } = material;
  const walk = walkWith(visitor);
  return {
    query: {
      url: walk.address(query.url, 'asked'),
      options: query.options,
      target: {
        ...query.target,
        url: walk.address(query.target.url, 'asked'),
        params: Object.fromEntries(Object.entries(query.target.params).map(([name, value]) => [name, visitParam(name, value, visitor)])),
      },
    },
    error: { code: error.code, message: error.message === null ? null : visitOwnWords(error.message, visitor) },
    ledger: visitLedger(ledger, visitor),
    exchanges: exchanges.map((exchange) => visitExchange(exchange, visitor)),
  };
}

function visitParam(name: string, value: string, visitor: Visitor): string {
  return walkWith(visitor).value(value, fieldNamed(name, 'asked'));
}

/** Sentences of ours, which may name somebody. */
function visitOwnWords(words: string, visitor: Visitor): string {
  return visitor.text(words, OWN_WORDS);
}

const OWN_WORDS: Field = { name: '', kind: 'structure', side: 'asked' };

/** The owner's routes are nobody's business. */
function visitLedger({ routes: _routes, ...ledger }: ReportMaterial['ledger'], visitor: Visitor): ReportMaterial['ledger'] {
  return { ...ledger, notes: ledger.notes.map((note) => visitOwnWords(note, visitor)) };
}

function visitExchange(exchange: TextExchange, visitor: Visitor): TextExchange {
  const { request, answer, failure } = exchange;
  const walk = walkWith(visitor);
  return {
    ...exchange,
    request: {
      ...request,
      url: walk.address(request.url, 'asked'),
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, visitHeader(name, value, visitor)])),
      body: request.body === null ? null : walk.body(request.body, request.headers['content-type'] ?? '', 'asked'),
    },
    answer: {
      ...answer,
      headers: visitHeaders(answer.headers, visitor),
      text: walk.body(answer.text, contentTypeOf(answer.headers), 'answered'),
    },
    failure: { ...failure, message: visitOwnWords(failure.message, visitor) },
    cursor: visitOwnData(exchange.cursor, visitor),
    known: Object.fromEntries(
      Object.entries(exchange.known).map(([name, value]) => [visitOwnWords(name, visitor), visitOwnData(value, visitor)]),
    ),
  };
}

/** JSON that the code of a platform wrote. */
function visitOwnData(data: KeptExchange['cursor'], visitor: Visitor): KeptExchange['cursor'] {
  const { value } = walkWith(visitor);
  const ofData = {
    key: (name: string) => name,
    text: (text: string, field: Field) => visitor.text(text, field),
    integer: (digits: string, field: Field) => visitor.integer(digits, field),
  };
  const changed = changeCode(JSON.stringify(data), fieldNamed('', 'asked'), { language: 'json', visitor: ofData, value });
  return JSON.parse(changed) as KeptExchange['cursor'];
}

function visitHeaders(headers: Headers, visitor: Visitor): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? visitHeader(name, value, visitor) : value.map((each) => visitHeader(name, each, visitor)),
    ]),
  );
}

function visitHeader(name: string, value: string, visitor: Visitor): string {
  const secret: Field = { name, kind: 'secret', side: 'asked' };
  if (name === 'cookie')
    return value
      .split(';')
      .map((pair) => visitCookie(pair, visitor))
      .join(';');
  if (name === 'set-cookie') {
    const attributes = COOKIE_ATTRIBUTES.exec(value)?.[0] ?? '';
    return `${visitCookie(value.slice(0, value.length - attributes.length), visitor)}${attributes}`;
  }
  if (name.endsWith('authorization')) {
    const [scheme = ''] = /^[A-Za-z]+ +/.exec(value) ?? [];
    return `${scheme}${visitor.text(value.slice(scheme.length), secret)}`;
  }
  if (ADDRESS_HEADERS.test(name)) return walkWith(visitor).address(value, 'asked');
  if (PLAIN_HEADERS.test(name)) return value;
  return kindOfField(name) === 'secret' ? visitor.text(value, secret) : walkWith(visitor).value(value, fieldNamed(name, 'asked'));
}

function visitCookie(pair: string, visitor: Visitor): string {
  const equals = pair.indexOf('=');
  return equals < 0
    ? pair
    : `${pair.slice(0, equals + 1)}${visitor.text(pair.slice(equals + 1), { name: 'cookie', kind: 'secret', side: 'asked' })}`;
}

/** Empty where nobody said. */
export function contentTypeOf(headers: Headers): string {
  const type = headers['content-type'] ?? '';
  return typeof type === 'string' ? type : (type[0] ?? '');
}

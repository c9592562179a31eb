import type { z } from 'zod';
import type { Violation } from '#core/contract/error.ts';

type Issue = z.core.$ZodIssue;

/** What was looked at, and what to call it. */
interface Checked {
  /** Left out where it is not known any more: what is missing is then told as what is wrong. */
  readonly input?: unknown;
  /** At the start of a sentence. Default `The input`. */
  readonly name?: string;
}

const WHAT: Readonly<Record<string, string>> = {
  int: 'a whole number',
  number: 'a number',
  bigint: 'a whole number',
  nan: 'no number',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  date: 'a date',
  null: 'null',
  undefined: 'left out',
};

const FORMATS: Readonly<Record<string, string>> = {
  regex: 'value',
  url: 'URL',
  uuid: 'UUID',
  datetime: 'instant of ISO 8601, such as 2026-01-31T09:30:00Z',
};

/** What the library says where a schema has no words of its own. */
const OWN_WORDS_OF_ZOD = /^Invalid (?:input|option|discriminator)/;

/**
 * What does not fit and what to send instead, a sentence or two for each field: the words in which every surface says what a schema refuses.
 */
export function explainIssues(issues: readonly Issue[], checked: Checked = {}): readonly Violation[] {
  const told = issues.flatMap((issue) => innermost(issue));
  // Of a text where a list belongs nobody wants to hear its length too.
  const misfits = new Set(told.filter(({ code }) => code === 'invalid_type').map((issue) => pathOf(issue)));
  return told
    .filter((issue) => issue.code === 'invalid_type' || !misfits.has(pathOf(issue)))
    .map((issue) => {
      const propertyPath = pathOf(issue);
      const name = propertyPath === '' ? (checked.name ?? 'The input') : `\`${propertyPath}\``;
      return { propertyPath, message: sentence(name, issue, isMissing(issue, checked)) };
    });
}

/** As `explainIssues`, as one text. */
export function wordsOfIssues(issues: readonly Issue[], checked: Checked = {}): string {
  return explainIssues(issues, checked)
    .map(({ message }) => message)
    .join(' ');
}

/** Of a choice of forms, what does not fit the one that was meant: the form whose outside fits. Of keys and elements, what is wrong with them. */
function innermost(issue: Issue): readonly Issue[] {
  if (issue.code === 'invalid_union') {
    const meant = issue.errors.find((errors) => errors.length > 0 && errors.every(({ path }) => path.length > 0));
    return meant === undefined ? [issue] : within(issue, meant);
  }
  return issue.code === 'invalid_key' || issue.code === 'invalid_element' ? within(issue, issue.issues) : [issue];
}

function within({ path }: Issue, issues: readonly Issue[]): readonly Issue[] {
  return issues.flatMap((inner) => innermost({ ...inner, path: [...path, ...inner.path] }));
}

function pathOf(issue: Issue): string {
  return issue.path.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`),
    '',
  );
}

function isMissing(issue: Issue, checked: Checked): boolean {
  if (!('input' in checked)) return 'input' in issue && issue.input === undefined;
  let value: unknown = checked.input;
  for (const key of issue.path) {
    if (typeof value !== 'object' || value === null) return true;
    value = (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return value === undefined;
}

function sentence(name: string, issue: Issue, missing: boolean): string {
  switch (issue.code) {
    case 'invalid_type':
      return missing ? `${name} is required: give ${what(issue.expected)}.` : `${name} must be ${what(issue.expected)}.`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return `${name} must not be empty. Correct it or leave it out.`;
      return `${name} must be ${size('at least', issue.minimum, issue.origin)}. Correct it or leave it out.`;
    case 'too_big':
      return `${name} must be ${size('at most', issue.maximum, issue.origin)}. Correct it or leave it out.`;
    case 'not_multiple_of':
      return `${name} must be a multiple of ${issue.divisor}. Correct it or leave it out.`;
    case 'invalid_value':
      return `${name} ${missing ? 'is required: give' : 'must be'} ${choice(issue.values)}.`;
    case 'invalid_format':
      return `${name} is not a valid ${FORMATS[issue.format] ?? issue.format}. Correct it or leave it out.`;
    case 'unrecognized_keys':
      return `${name} has fields that are not known: ${issue.keys.join(', ')}. Leave them out.`;
    case 'invalid_union':
      return ofUnion(name, issue, missing);
    case 'custom':
      return issue.path.length === 0 ? issue.message : `${name} ${issue.message}`;
    default:
      return `${name} does not fit. Correct it or leave it out.`;
  }
}

/** A choice of forms of which none fits has words of its own where its schema gave some; else its forms are named. */
function ofUnion(name: string, issue: z.core.$ZodIssueInvalidUnion, missing: boolean): string {
  const forms = new Set(
    issue.errors.flat().flatMap((error) => {
      if (error.code === 'invalid_type') return [what(error.expected)];
      return error.code === 'invalid_value' ? [choice(error.values)] : [];
    }),
  );
  if (!OWN_WORDS_OF_ZOD.test(issue.message)) return `${name}: ${issue.message}. Correct it or leave it out.`;
  if (forms.size === 0) return `${name} does not fit. Correct it or leave it out.`;
  return `${name} ${missing ? 'is required: give' : 'must be'} ${[...forms].join(' or ')}.`;
}

function choice(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of: ${values.map(String).join(', ')}`;
}

function size(bound: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${bound} ${limit} characters long`;
  if (origin === 'array') return `a list of ${bound} ${limit} entries`;
  return `${bound} ${limit}`;
}

function what(expected: string): string {
  return WHAT[expected] ?? 'of another kind';
}

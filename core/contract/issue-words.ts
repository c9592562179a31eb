import type { z } from 'zod';
import type { Violation } from '#core/contract/error.ts';

type Issue = z.core.$ZodIssue;

/** What does not fit and what to send instead, a sentence or two for each field. Issues must carry their `input`. */
export function explainIssues(issues: readonly Issue[]): readonly Violation[] {
  return issues.map((issue) => {
    const propertyPath = pathOf(issue);
    return { propertyPath, message: sentence(propertyPath === '' ? 'The input' : `\`${propertyPath}\``, issue) };
  });
}

function pathOf(issue: Issue): string {
  return issue.path.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? String(key) : `${path}.${String(key)}`),
    '',
  );
}

function sentence(name: string, issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is required: give ${article(issue.expected)}.`
        : `${name} must be ${article(issue.expected)}.`;
    case 'too_small':
      return `${name} must be ${size('at least', issue.minimum, issue.origin)}. Correct it or leave it out.`;
    case 'too_big':
      return `${name} must be ${size('at most', issue.maximum, issue.origin)}. Correct it or leave it out.`;
    case 'invalid_value':
      return `${name} must be one of: ${issue.values.map(String).join(', ')}.`;
    case 'invalid_format':
      return `${name} is not a valid ${issue.format === 'regex' ? 'value' : issue.format.toUpperCase()}. Correct it or leave it out.`;
    case 'custom':
      return issue.path.length === 0 ? issue.message : `${name} ${issue.message}`;
    default:
      return `${name}: ${issue.message}. Correct it or leave it out.`;
  }
}

function size(bound: string, limit: number | bigint, origin: string): string {
  if (origin === 'string') return `${bound} ${limit} characters long`;
  if (origin === 'array') return `a list of ${bound} ${limit} entries`;
  return `${bound} ${limit}`;
}

function article(expected: string): string {
  const words: Record<string, string> = {
    int: 'a whole number',
    number: 'a number',
    string: 'a text',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
    record: 'an object',
  };
  return words[expected] ?? expected;
}

import { type Scope, SCOPES } from '#core/auth/identify.ts';

/** In the order of `SCOPES`, each once. Null where one is unknown. Some clients put a plus between (interface.md). */
export function parseScope(text: string): readonly Scope[] | null {
  const asked = text.split(/[ +]+/).filter((word) => word !== '');
  if (asked.some((word) => !isScope(word))) return null;
  return SCOPES.filter((scope) => asked.includes(scope));
}

export function scopeText(scopes: readonly Scope[]): string {
  return scopes.join(' ');
}

function isScope(word: string): word is Scope {
  return SCOPES.some((scope) => scope === word);
}

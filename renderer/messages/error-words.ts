import { en, type MessageKey } from '#renderer/messages/en.ts';
import { useWords, type Words } from '#renderer/messages/use-messages.ts';

/** An error as the service tells it. */
interface ToldError {
  readonly code: string | null;
  /** In English, of the single case. */
  readonly message: string | null;
}

/** Means of the API, of which nobody at the window has any. */
const OF_THE_API = /\boptions\.\w|\bheaders?\b|\bX-[A-Z]|\bCOMMENTDOCK_/;

/** What an error means, in the reader's language. In English the service's own words say more, as long as they do not speak of the API. */
export function errorWords(error: ToldError, { language, text }: Pick<Words, 'language' | 'text'>): string {
  const own = caseOf(error);
  return language === 'en' && own !== null ? own : text(keyOf(error.code));
}

/** What the service says of the single case, where it says anything that helps at the window. */
export function caseOf({ message }: ToldError): string | null {
  return message === null || message === '' || OF_THE_API.test(message) ? null : message;
}

function keyOf(code: string | null): MessageKey {
  const key = `error.${code ?? ''}`;
  return Object.hasOwn(en, key) ? (key as MessageKey) : 'error.OTHER';
}

/** `errorWords` in the language of the window. */
export function useErrorWords(): (error: ToldError) => string {
  const words = useWords();
  return (error) => errorWords(error, words);
}

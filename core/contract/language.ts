import { z } from 'zod';

/** Stands for texts of which nobody can tell the language, as in ISO 639-2. */
export const UNDETERMINED = 'und';

const NAMES = { type: 'language', fallback: 'none' } as const;

/** True for the code of a language in ISO 639, two letters where it has two: `pt`, and neither `por` nor `pt-BR`. */
function isLanguageCode(code: string): boolean {
  if (code === UNDETERMINED) return true;
  if (!/^[a-z]{2,3}$/.test(code) || Intl.getCanonicalLocales(code)[0] !== code) return false;
  return new Intl.DisplayNames('en', NAMES).of(code) !== undefined;
}

/** `pt` of `pt-BR`; null where nothing is said. */
export function baseLanguage(tag: string | null): string | null {
  return tag === null || tag === '' ? null : (tag.split(/[-_]/)[0] as string).toLowerCase();
}

const languageCode = z.string().superRefine((code, issues) => {
  if (isLanguageCode(code)) return;
  issues.addIssue({ code: 'custom', message: `is "${code}", which is no language of ISO 639. Give codes such as en, de or pt.` });
});

/** What is done with the items of an export once they are here. */
export const itemFilterSchema = z.object({
  sentiment: z.boolean().optional(),
  language: z
    .union([z.boolean(), z.array(languageCode).min(1)], { error: 'Give true, or a list of ISO 639 codes such as ["en", "de"]' })
    .optional(),
});

/** Tells the language of a text as ISO 639-1; null where it cannot. */
export type DetectLanguage = (text: string) => string | null;

/** Loads the detector when it is called. */
export async function languageDetector(): Promise<DetectLanguage> {
  const { openLanguageDetector } = await import('#core/analysis/language/detector.ts');
  const detector = await openLanguageDetector();
  return (text) => detector.detect(text);
}

/** Tells the language of a text as ISO 639-1; null where it cannot. */
export type DetectLanguage = (text: string) => string | null;

/** Without a detector, what the platform does not say is not known. */
export async function languageDetector(): Promise<DetectLanguage> {
  return () => null;
}

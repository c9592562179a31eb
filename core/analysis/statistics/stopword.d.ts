/** The package has no types of its own. Its names are those of ISO 639-3. */
declare module 'stopword' {
  const lists: Readonly<Record<string, unknown>>;
  export default lists;
}

/** Whose terms apply, in the words that everybody sees first: on the terminal, on the service's page. Plain text. */
export const RESPONSIBILITY =
  'Commentdock asks platforms for what they show to you, as you. Their terms of use apply, and the law where you live; many terms forbid automated collection, and an account whose cookies you give can be locked. Whether you may collect, keep and use what you export is your decision and your responsibility.';

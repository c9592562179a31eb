/** `jobs.status` of an export that nobody sees any more while its rows are being deleted, and of what holds the rows of a living dataset. */
export const REMOVED = 'removed';

import { channel } from 'node:diagnostics_channel';

/** Told of each round trip to the database how many milliseconds it took, in the thread that waited. */
export const roundTrips = channel('commentdock:database-round-trip');

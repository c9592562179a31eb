/**
 * What the program runs under, wherever it is started. The main thread and the threads beside it hold little: a small space
 * for young objects keeps the idle service some 20 MB smaller, and from the ceiling of old ones V8 derives how far garbage may
 * pile up before it is collected (to 1.4 times of what lives instead of 4 times). Nothing comes near the ceiling itself.
 */
export const NODE_FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=512'];

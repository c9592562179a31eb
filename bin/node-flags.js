/**
 * What the program runs under, wherever it is started. The main thread and the threads beside it hold little: a small space
 * for young objects keeps the idle service some 20 MB smaller. Under a ceiling for old ones less garbage piles up before it is
 * collected: the service grew by 1.09 over 20,000 hostile requests. Threads take it in place of a ceiling of their own
 * (`heap_size_limit` of each says so); nothing comes near it.
 */
export const NODE_FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=512'];

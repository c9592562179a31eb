/**
 * What the program runs under, wherever it is started. The main thread and the threads beside it hold little: a small space
 * for young objects keeps the idle service some 20 MB smaller. Under a ceiling for old ones less garbage piles up before it is
 * collected: the service grew by 1.09 over 20,000 hostile requests. Threads take it in place of a ceiling of their own
 * (`heap_size_limit` of each says so); nothing comes near it.
 */
export const NODE_FLAGS = ['--max-semi-space-size=2', '--max-old-space-size=512'];

/**
 * How glibc hands out memory to a program that runs for long; other systems pass it over. By itself it keeps what was large once: after a
 * few large answers every thread holds some 60 MB that nobody uses. What stands in the owner's environment goes first.
 */
export const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '262144' };

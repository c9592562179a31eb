import { enableCompileCache, flushCompileCache } from 'node:module';

// glibc keeps what was large once: after a few large answers every thread holds some 60 MB that nobody uses, unless it is told a size
// from which on to give memory back. It reads that before the first line of a program, so that a service begins once more, in the same
// process. Other systems pass it over; what stands in the owner's environment goes first.
const KEPT_BYTES = 'MALLOC_MMAP_THRESHOLD_';
if (process.platform === 'linux' && process.argv[2] === 'serve' && process.env[KEPT_BYTES] === undefined) {
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    [KEPT_BYTES]: '262144',
  });
}

// Plain JavaScript, and before everything else: a start then reads compiled code instead of stripping types and compiling
// anew. Worker threads find the cache through the environment.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;

// A service that is killed has no end at which its code would be kept.
setTimeout(flushCompileCache, 10_000).unref();

const { runProgram } = await import('#core/command-line.ts');
process.exitCode = await runProgram();

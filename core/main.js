import { enableCompileCache, flushCompileCache } from 'node:module';

// Plain JavaScript, and before everything else: a start then reads compiled code instead of stripping types and compiling
// anew. Worker threads find the cache through the environment.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;

// A service that is killed has no end at which its code would be kept.
setTimeout(flushCompileCache, 10_000).unref();

const { runProgram } = await import('#core/command-line.ts');
process.exitCode = await runProgram();

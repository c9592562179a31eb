import { enableCompileCache, flushCompileCache } from 'node:module';
import { ALLOCATOR } from '../bin/node-flags.js';

// What the allocator reads it reads before the first line of a program: a service begins once more, in the same process.
const isAsWished = Object.keys(ALLOCATOR).every((name) => name in process.env);
if (process.platform === 'linux' && process.argv[2] === 'serve' && !isAsWished) {
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], { ...ALLOCATOR, ...process.env });
}

// Plain JavaScript, and before everything else: a start then reads compiled code instead of stripping types and compiling
// anew. Worker threads find the cache through the environment.
const { directory } = enableCompileCache();
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory;

// A service that is killed has no end at which its code would be kept.
setTimeout(flushCompileCache, 10_000).unref();

const { runProgram } = await import('#core/command-line.ts');
process.exitCode = await runProgram();

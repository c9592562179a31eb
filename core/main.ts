import { enableCompileCache } from 'node:module';

// Before everything else is loaded: a start then reads compiled code instead of compiling it anew.
enableCompileCache();
const { runProgram } = await import('#core/command-line.ts');
process.exitCode = await runProgram();

import { enableCompileCache, flushCompileCache } from 'node:module';

// Plain JavaScript, and before every other file of a thread, as core/main.js is for the program: a thread that strips types and
// compiles anew holds some 30 MB more for as long as it lives.
enableCompileCache();
await import(process.argv[2]);
// Threads are ended from outside: at the end would be too late.
flushCompileCache();

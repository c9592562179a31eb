import { join, relative } from 'node:path';
import { env } from 'node:process';
import { expect } from 'vitest';

/** Before each file of tests: what is come by from now on is noted under its name, in the processes that it starts too. */
const { testPath = '' } = expect.getState();
env['COMMENTDOCK_MUTANTS_REACHED'] = join(env['COMMENTDOCK_MUTANTS_NOTES'] ?? '', relative('', testPath).replaceAll(/[\\/]/g, '+'));

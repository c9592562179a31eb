// Before everything else in each process and thread of a run of tests: notes, once each, which mutants are come by, one number a line. The switches
// that the instrumenter put into the code count in this object (`__stryker__.mutantCoverage`). At once, since threads and processes are killed.
import { appendFileSync } from 'node:fs';
import { env } from 'node:process';

const counted = Object.create(null);
const noting = new Proxy(counted, {
  set(_, mutant, times) {
    if (!(mutant in counted) && env.COMMENTDOCK_MUTANTS_REACHED !== undefined)
      appendFileSync(env.COMMENTDOCK_MUTANTS_REACHED, `${String(mutant)}\n`);
    counted[mutant] = times;
    return true;
  },
});
globalThis.__stryker__ = { mutantCoverage: { static: noting, perTest: {} } };

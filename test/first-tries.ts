import type { Reporter, TestCase } from 'vitest/node';

/** Says what a test failed with at first that passed when it was tried again: the report of vitest names such tests, and no more. */
export default class FirstTries implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state !== 'passed' || (test.diagnostic()?.retryCount ?? 0) === 0) return;
    for (const { message, stack, diff = '' } of result.errors ?? [])
      process.stderr.write(`tried again: ${test.fullName}\n${stack ?? message}\n${diff}\n`);
  }
}

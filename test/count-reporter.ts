import type { Reporter, TestModule } from 'vitest/node';

/** Prints the one line that other tools read after vitest's own summary: `N passed, N failed, N skipped`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      for (const test of tests) {
        const { state } = test.result();
        if (state === 'pending') counts.skipped += 1;
        else counts[state] += 1;
      }
      if (tests.length === 0 || (module.state() === 'failed' && tests.every((test) => test.ok())))
        counts.failed += 1;
    }
    // Vitest prints its summary in the same hook of an earlier reporter; the next tick comes after it.
    setImmediate(() =>
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`),
    );
  }
}

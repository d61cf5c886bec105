import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/fixtures/**'],
    setupFiles: ['test/after-file.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    teardownTimeout: 5_000,
    pool: 'forks',
    maxWorkers: 2,
    retry: process.env.CI ? 1 : 0,
    reporters: ['default', './test/count-reporter.ts'],
  },
});

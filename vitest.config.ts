import { defineConfig } from 'vitest/config'

const unit = '**/*.unit.test.ts'
const elsewhere = ['**/node_modules/**', 'dist/**', 'data/**', 'demo-data/**']

/** `unit` needs nothing but Node; `postgres` has a real PostgreSQL. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // The lines of the specification that a test proves.
    strictTags: false,
    projects: [
      { extends: true, test: { name: 'unit', include: [unit], exclude: elsewhere } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['**/*.test.ts'],
          exclude: [...elsewhere, unit],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

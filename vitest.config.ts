import { defineConfig } from 'vitest/config'

const unit = '**/*.unit.test.ts'
const launch = 'tests/launch/*.test.ts'
const elsewhere = ['**/node_modules/**', 'dist/**', 'data/**', 'demo-data/**']

/** `unit` needs only Node; `postgres` has a real PostgreSQL; `launch` starts whole servers in many ways and is slow. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // Tags are specification lines and are not declared here.
    strictTags: false,
    projects: [
      { extends: true, test: { name: 'unit', include: [unit], exclude: elsewhere } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['**/*.test.ts'],
          exclude: [...elsewhere, unit, launch],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'launch',
          include: [launch],
          exclude: [unit],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

const unit = '**/*.unit.test.ts'
const launch = 'tests/launch/*.test.ts'
/** Tests of what a server process counts from its start. */
const alone = ['tests/server/statements.test.ts', 'tests/server/too-many-statements.test.ts']
const elsewhere = ['**/node_modules/**', 'dist/**', 'data/**', 'demo-data/**']

/** `unit` needs only Node; `postgres` has a real PostgreSQL; so has `alone`, with a process for each file; `launch` starts whole servers in many ways and is slow. */
export default defineConfig({
  test: {
    // More than cores: many tests wait for timers.
    maxWorkers: 3,
    // Tags are specification lines and are not declared here.
    strictTags: false,
    projects: [
      { extends: true, test: { name: 'unit', include: [unit], exclude: elsewhere, testTimeout: 120_000 } },
      {
        extends: true,
        test: {
          name: 'postgres',
          // The files of a worker share the imported server: importing it took a third of the time.
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: [...elsewhere, unit, launch, ...alone],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone,
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'launch',
          include: [launch],
          exclude: [unit],
          globalSetup: ['tests/setup/postgres.ts'],
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

import { anyone, type RouteLaw, type TableLaw } from './law.ts'

/** Routes and tables that belong to no slice. */
export const routes: RouteLaw[] = [
  { route: 'GET /healthz', ...anyone(200) },
  { route: 'GET /readyz', ...anyone(200) },
  // Without METRICS_TOKEN; tests/server/metrics.test.ts has the rest.
  { route: 'GET /metrics', ...anyone(404) },
  { route: 'GET /api/openapi.json', ...anyone(200) },
  // Everybody gets pages; they contain only what the session may see.
  {
    route: 'GET /*',
    ...anyone(200),
    make: async () => ({ path: '/auth' }),
  },
]

export const tables: TableLaw = {
  migrations: { server: '-', member: '-', visitor: '-' },
  applied_rules: { server: '-', member: '-', visitor: '-' },
  users: { server: 'siu', member: '-', visitor: '-' },
  sessions: { server: 'siud', member: '-', visitor: '-' },
  known_devices: { server: 'siud', member: '-', visitor: '-' },
  sign_in_failures: { server: 'siud', member: '-', visitor: '-' },
  signed_links: { server: 'siud', member: '-', visitor: '-' },
  throttles: { server: 'siud', member: '-', visitor: '-' },
  audit_log: { server: 'si', member: '-', visitor: '-' },
  backups: { server: 's', member: '-', visitor: '-' },
  outbox: { server: 'siud', member: '-', visitor: '-' },
  idempotency_keys: { server: 'sid', member: 'si', visitor: '-' },
  // Tables of the job queue: only its own role has rights (column-grants.ts).
  'jobs.bam': { server: '-', member: '-', visitor: '-' },
  'jobs.job': { server: '-', member: '-', visitor: '-' },
  'jobs.job_common': { server: '-', member: '-', visitor: '-' },
  'jobs.job_dependency': { server: '-', member: '-', visitor: '-' },
  'jobs.queue': { server: '-', member: '-', visitor: '-' },
  'jobs.queue_stats': { server: '-', member: '-', visitor: '-' },
  'jobs.schedule': { server: '-', member: '-', visitor: '-' },
  'jobs.subscription': { server: '-', member: '-', visitor: '-' },
  'jobs.version': { server: '-', member: '-', visitor: '-' },
  'jobs.warning': { server: '-', member: '-', visitor: '-' },
}

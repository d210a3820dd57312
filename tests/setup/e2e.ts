import { buildWeb } from '../../scripts/build.ts'
import { startTestPostgres } from './postgres.ts'

/** Builds the bundle and starts one PostgreSQL for the run. The workers read its URL from the environment. */
export default async function setup() {
  await buildWeb(line => console.log(line))
  const { adminUrl, stop } = await startTestPostgres()
  process.env.E2E_ADMIN_URL = adminUrl
  return stop
}

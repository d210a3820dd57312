import { type Cluster, newCluster } from './cluster.ts'
import type { PostgresBinaries } from './postgres-versions.ts'
import { withQueries } from './recount.ts'

export type DatabasePair = {
  primary: Cluster
  standby: Cluster
  /** A URL of the primary with both hosts instead. The standby comes first. */
  withBothHosts: (url: string) => string
  /** The same database on the standby. */
  onStandby: (url: string) => string
  promote: () => Promise<void>
  remove: () => Promise<void>
}

/** A running primary and its running synchronous standby: what the primary has acknowledged, the standby has too. */
export async function newPair(binaries: PostgresBinaries): Promise<DatabasePair> {
  const primary = await newCluster(binaries)
  const clusters = [primary]
  const remove = async () => {
    for (const cluster of clusters.toReversed()) await cluster.remove()
  }
  try {
    const standby = await primary.standby('second')
    clusters.push(standby)
    await primary.start()
    await standby.start()
    await execute(primary.url, `alter system set synchronous_standby_names = 'second'`, 'select pg_reload_conf()')
    const host = (cluster: Cluster) => `127.0.0.1:${cluster.port}`
    return {
      primary,
      standby,
      withBothHosts: url => url.replace(host(primary), `${host(standby)},${host(primary)}`),
      onStandby: url => url.replace(host(primary), host(standby)),
      // It has no standby itself, and its own settings name none to wait for.
      promote: () => execute(standby.url, 'select pg_promote()'),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

const execute = (url: string, ...statements: string[]) =>
  withQueries(url, async query => {
    for (const statement of statements) await query(statement)
  })

import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../server/config.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const GIB = 2 ** 30
const gib = (bytes: number) => `${(bytes / GIB).toFixed(1)} GiB`

export function checkSettings(config: Config): Finding[] {
  const { hostname } = new URL(config.publicUrl)
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const found = [
    ok(
      `Settings: members use ${config.publicUrl}; ${config.databaseUrl ? 'DATABASE_URL' : 'the embedded database'}; ${config.s3 ? `files in the bucket ${config.s3.bucket}` : `files in ${config.dataDir}`}.`,
    ),
  ]
  if (config.mode !== 'production')
    found.push(warning(`NODE_ENV is ${config.mode}.`, 'Set NODE_ENV=production for a community that is in use.'))
  if (!isLocal && !config.isHttps)
    found.push(
      problem(
        `Members use ${config.publicUrl} without https: everybody on the way can read passwords and sessions.`,
        'Put a proxy with a certificate in front, and set PUBLIC_URL to its https address.',
      ),
    )
  if (isLocal)
    found.push(
      warning(
        'PUBLIC_URL is an address of this machine: links in mails work only here.',
        'Set PUBLIC_URL to the address that members use.',
      ),
    )
  if (config.isHttps && config.trustProxy.length === 0)
    found.push(
      warning(
        'TRUST_PROXY is not set: behind a proxy, the limits per IP address count all members as one.',
        'Set TRUST_PROXY to the address of the proxy, such as loopback.',
      ),
    )
  return found
}

export function checkKey(config: Config): Finding[] {
  if (config.secretKey) return [ok('Key: from SECRET_KEY.')]
  const path = join(config.dataDir, 'secret.key')
  if (!existsSync(path)) return [ok('Key: none yet; the first start creates it.')]
  if (statSync(path).mode & 0o077)
    return [problem(`Other users of this machine can read the key in ${path}.`, `Run: chmod 600 ${path}`)]
  return config.databaseUrl
    ? [
        warning(
          `The key is a file of this machine (${path}). Another process without it cannot read the secrets in the database.`,
          'Set SECRET_KEY to its content in base64, the same for all processes.',
        ),
      ]
    : [ok(`Key: ${path}. Keep a copy of it, apart from the database.`)]
}

export async function checkDisk({ dataDir, databaseUrl, s3 }: Config): Promise<Finding[]> {
  if (databaseUrl && s3) return [ok('Disk: nothing is kept on this machine.')]
  // Before the first start the folder does not exist.
  let folder = dataDir
  while (!existsSync(folder)) folder = dirname(folder)
  const { bavail, blocks, bsize } = await statfs(folder)
  const [free, all] = [bavail * bsize, blocks * bsize]
  const text = `Disk: ${gib(free)} of ${gib(all)} are free at ${folder}.`
  const remedy = 'Make room, or move DATA_DIR to a larger disk. Without room, members cannot write.'
  if (free < GIB / 4) return [problem(text, remedy)]
  return [free < 2 * GIB || free < all / 20 ? warning(text, remedy) : ok(text)]
}

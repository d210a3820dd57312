import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openFiles } from '../../server/files/files.ts'

/** A process that collects garbage constantly. It reports how each call to a stalled bucket ends. */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
setInterval(collect, 50)

const stalls = (beginning?: string) =>
  new Promise<string>(resolve => {
    const server = createServer((request, response) => {
      request.resume()
      if (beginning) response.writeHead(200, { 'content-length': '1000' }).write(beginning)
    }).listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
const store = (endpoint: string) =>
  openFiles(
    {
      dataDir: '/nowhere',
      s3: { endpoint, bucket: 'community', region: 'us-east-1', accessKeyId: 'KEY', secretAccessKey: 'SECRET' },
    },
    { timeoutMs: 500 },
  )

const silent = store(await stalls())
const stuck = store(await stalls('the beginning'))
const name = 'avatars/one.webp'
const calls: Record<string, () => Promise<unknown>> = {
  get: () => silent.get(name),
  size: () => silent.size(name),
  put: () => silent.put(name, Buffer.from('x'), 'image/webp'),
  remove: () => silent.remove(name),
  'the rest of a file': async () => (await stuck.get(name))?.stream.toArray(),
}
for (const [what, call] of Object.entries(calls))
  process.send?.({
    what,
    outcome: await call().then(
      () => 'done',
      () => 'broken off',
    ),
  })
process.exit()

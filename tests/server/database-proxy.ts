import { once } from 'node:events'
import { createServer, connect as dial, type Socket } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A proxy in front of PostgreSQL that can stop forwarding. It closes at the end of the test. */
export async function databaseProxy(databaseUrl: string) {
  const behind = new URL(databaseUrl)
  const socketDir = behind.searchParams.get('host')
  const port = Number(behind.port || 5432)
  const sockets = new Set<Socket>()
  let silent = false
  let heldText: string | undefined
  const held = new Map<Socket, Buffer[]>()

  const isHeld = (to: Socket, chunk: Buffer) => held.has(to) || (heldText !== undefined && chunk.includes(heldText))
  function forward(to: Socket, chunk: Buffer): void {
    if (isHeld(to, chunk)) held.set(to, [...(held.get(to) ?? []), chunk])
    else if (!silent) to.write(chunk)
  }

  const proxy = createServer(front => {
    const back = socketDir ? dial(join(socketDir, `.s.PGSQL.${port}`)) : dial(port, behind.hostname)
    const pass = (from: Socket, to: Socket) => {
      sockets.add(from)
      from.on('data', chunk => forward(to, chunk))
      from.on('close', () => to.destroy())
      from.on('error', () => undefined)
    }
    pass(front, back)
    pass(back, front)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(() => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  })
  const front = new URL(databaseUrl)
  front.searchParams.delete('host')
  front.host = `127.0.0.1:${(proxy.address() as { port: number }).port}`
  return {
    url: front.href,
    isSilent: (yes: boolean) => {
      silent = yes
    },
    /** Holds back what a connection sends, in one direction, from the first message that contains this text on. */
    hold(text: string) {
      heldText = text
      return {
        isHolding: () => held.size > 0,
        release() {
          heldText = undefined
          for (const [to, chunks] of held) for (const chunk of chunks) to.write(chunk)
          held.clear()
        },
      }
    },
  }
}

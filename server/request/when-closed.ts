import type { ServerResponse } from 'node:http'

/** Calls `run` once: when the response is sent or its connection closes, or now if it has closed already. */
export function whenClosed(response: ServerResponse, run: () => void): void {
  const { socket } = response.req
  let hasRun = false
  const once = () => {
    response.off('close', once)
    socket.off('close', once)
    // The response closes during the socket's 'close', whose listeners are all called, also removed ones.
    if (!hasRun) run()
    hasRun = true
  }
  // A 'close' that was emitted before, such as while the database was read, is not emitted again.
  if (response.closed || socket.destroyed) {
    once()
    return
  }
  response.once('close', once)
  // With pipelining, a response that waits behind another emits no 'close' when the connection closes.
  socket.once('close', once)
}

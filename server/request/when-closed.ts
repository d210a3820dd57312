import type { ServerResponse } from 'node:http'

/** Calls `run` once, when the response is sent or its connection closes. */
export function whenClosed(response: ServerResponse, run: () => void): void {
  const { socket } = response.req
  const once = () => {
    response.off('close', once)
    socket.off('close', once)
    run()
  }
  response.once('close', once)
  // With pipelining, a response that waits behind another emits no 'close' when the connection closes.
  socket.once('close', once)
}

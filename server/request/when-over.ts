import type { ServerResponse } from 'node:http'

/** Runs once when a response is over, however it ends: sent, or cut. */
export function whenOver(response: ServerResponse, run: () => void): void {
  const { socket } = response.req
  const once = () => {
    response.off('close', once)
    socket.off('close', once)
    run()
  }
  response.once('close', once)
  // The response of a request that waits behind another on the same connection does not say when that is cut.
  socket.once('close', once)
}

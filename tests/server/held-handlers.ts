import type { Endpoint } from '../../contract/endpoint.ts'
import { handleAsServer } from '../../server/request/endpoint.ts'
import { handlers } from '../../server/slices.ts'

/** Handlers for `startTestServer`: those of these endpoints wait until the test lets them go on. `handle`: in a transaction or, by default, without a connection. */
export function heldHandlers(
  endpoints: readonly Endpoint[],
  answer: unknown,
  handle: (endpoint: Endpoint, run: () => Promise<never>) => (typeof handlers)[number] = handleAsServer,
) {
  let gate = Promise.withResolvers<void>()
  let held = 0
  const waiting = endpoints.map(endpoint =>
    handle(endpoint, async () => {
      held++
      await gate.promise
      held--
      return answer as never
    }),
  )
  return {
    slices: [...handlers.filter(({ endpoint }) => !endpoints.includes(endpoint)), ...waiting],
    /** How many calls wait. */
    count: () => held,
    letGo: () => gate.resolve(),
    /** Later calls wait again. */
    hold() {
      gate = Promise.withResolvers()
    },
  }
}

let controller = new AbortController()

/** Options for requests that no screen waits for. One that finds the session ended does not interrupt the member, who may be writing. */
export const inBackground = () => ({ signal: controller.signal, isBackground: true })

/** Before a sign-out, so that no request is answered without a session. */
export function abortBackground(): void {
  controller.abort()
  controller = new AbortController()
}

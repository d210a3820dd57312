let controller = new AbortController()

/** Options for requests that no screen waits for. */
export const inBackground = () => ({ signal: controller.signal })

/** Before a sign-out, so that no request is answered without a session. */
export function abortBackground(): void {
  controller.abort()
  controller = new AbortController()
}

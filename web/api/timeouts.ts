/** How long the browser waits before it shows a message. */
export const AUTH_TIMEOUT_MS = 5_000
export const SPINNER_CAP_MS = 3_000
export const LOGIN_MESSAGE_CAP_MS = 5_000
export const REQUEST_TIMEOUT_MS = 60_000
export const SLOW_REQUEST_MS = 3_000

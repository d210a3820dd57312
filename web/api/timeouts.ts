/** How long the browser waits, in milliseconds, before it says so. */
export const AUTH_TIMEOUT = 5_000
export const SPINNER_CAP = 3_000
export const LOGIN_MESSAGE_CAP = 5_000
export const REQUEST_TIMEOUT = 60_000
export const SLOW_REQUEST = 3_000

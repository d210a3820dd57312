import { verifyToken } from '../../features/auth/verify-token.ts'

/** Another service that verifies a token. It has only the URL of our public keys, the issuer and its audience. */
const [url, token = '', issuer = '', audience = ''] = process.argv.slice(2)
const keys = await (await fetch(`${url}/.well-known/jwks.json`)).json()
const { sub } = await verifyToken(token, keys as Parameters<typeof verifyToken>[1], { issuer, audience })
process.send?.({ sub })
process.disconnect()

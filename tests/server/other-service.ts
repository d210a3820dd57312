import { verifyToken } from '../../features/auth/verify-token.ts'

/** Another service: it takes a token from a caller and knows only where our public keys are, our name and its own. */
const [url, token = '', issuer = '', audience = ''] = process.argv.slice(2)
const keys = await (await fetch(`${url}/.well-known/jwks.json`)).json()
const { sub } = await verifyToken(token, keys as Parameters<typeof verifyToken>[1], { issuer, audience })
process.send?.({ sub })
process.disconnect()

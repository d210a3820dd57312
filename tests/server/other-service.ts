import { verifyToken } from '../../features/auth/verify-token.ts'

/** Another service: it takes a token from a caller and knows only where our public keys are. */
const [url, token = ''] = process.argv.slice(2)
const keys = await (await fetch(`${url}/.well-known/jwks.json`)).json()
const { sub } = await verifyToken(token, keys as Parameters<typeof verifyToken>[1])
process.send?.({ sub })
process.disconnect()

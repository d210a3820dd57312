import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'

/**
 * Checks a token of ours with the keys of /.well-known/jwks.json. Stands alone, so that another service can take it as it is.
 */
export type Claims = { sub: string; aal: 'aal1' | 'aal2'; iss: string; iat: number; exp: number }

const ALGORITHM = 'ES256'

export async function verifyToken(token: string, jwks: { keys: JWK[] }, now = Date.now()): Promise<Claims> {
  if (jwks.keys.length === 0) throw new Error('JWKS is empty')
  const header = headerOf(token)
  const key = jwks.keys.find(one => one.kid === header.kid && one.alg === ALGORITHM)
  // The algorithm is ours, never the token's choice.
  if (!key || header.alg !== ALGORITHM) throw new Error('No matching signing key found in JWKS')
  const { payload } = await compactVerify(token, await importJWK(key, ALGORITHM), { algorithms: [ALGORITHM] }).catch(
    () => {
      throw new Error('Invalid JWT signature')
    },
  )
  const claims = JSON.parse(new TextDecoder().decode(payload)) as Claims
  if (claims.exp * 1000 <= now) throw new Error('The token has expired')
  return claims
}

function headerOf(token: string): { kid?: string; alg?: string } {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new Error('Invalid JWT signature')
  }
}

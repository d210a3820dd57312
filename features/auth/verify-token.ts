import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'

/**
 * Checks a token of ours with the keys of /.well-known/jwks.json. Stands alone, so that another service can take it as it is.
 */
export type Claims = { sub: string; aal: 'aal1' | 'aal2'; iss: string; aud: string; iat: number; exp: number }

export type Expected = {
  /** The public address of the community that signs. */
  issuer: string
  /** The service that checks. A token made for another one is refused, so that no service can use the tokens it is given elsewhere. */
  audience: string
}

const ALGORITHM = 'ES256'
/** The clocks of two machines differ a little. */
const SECONDS_AHEAD = 30

export async function verifyToken(
  token: string,
  jwks: { keys: JWK[] },
  expected: Expected,
  now = Date.now(),
): Promise<Claims> {
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
  return checked(claimsOf(payload), expected, now / 1000)
}

function checked(claims: Partial<Record<string, unknown>>, { issuer, audience }: Expected, now: number): Claims {
  const { exp, iat, nbf, iss, aud, sub, aal } = claims
  if (!isNumber(exp)) throw new Error('The token does not say when it expires')
  if (exp <= now) throw new Error('The token has expired')
  for (const start of [iat, nbf === undefined ? iat : nbf])
    if (!isNumber(start) || start > now + SECONDS_AHEAD) throw new Error('The token is not valid yet')
  // Without an issuer or audience to compare with, nothing may pass.
  if (!issuer || iss !== issuer) throw new Error('The token is from another issuer')
  if (!audience || aud !== audience) throw new Error('The token is for another audience')
  if (typeof sub !== 'string' || (aal !== 'aal1' && aal !== 'aal2'))
    throw new Error('The token does not say who it is of')
  return { sub, aal, iss: issuer, aud: audience, iat: iat as number, exp }
}

const isNumber = (value: unknown): value is number => Number.isFinite(value)

function claimsOf(payload: Uint8Array): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(new TextDecoder().decode(payload)))
  } catch {
    return {}
  }
}

function headerOf(token: string): { kid?: string; alg?: string } {
  try {
    return decodeProtectedHeader(token)
  } catch {
    throw new Error('Invalid JWT signature')
  }
}

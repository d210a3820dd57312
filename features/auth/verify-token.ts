import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from 'jose'

/**
 * Verifies our tokens with the keys of /.well-known/jwks.json. Imports nothing of this project, so that other services can copy the file.
 */
type Claims = { sub: string; aal: 'aal1' | 'aal2'; iss: string; aud: string; iat: number; exp: number }

type Expected = {
  /** The public address of the community that signs. */
  issuer: string
  /** The service that verifies. Tokens for other services are refused, so that no service can reuse a token that it received. */
  audience: string
}

const ALGORITHM = 'ES256'
/** Tolerates clock skew between two machines. */
const MAX_CLOCK_SKEW_SECONDS = 30

export async function verifyToken(
  token: string,
  jwks: { keys: JWK[] },
  expected: Expected,
  now = Date.now(),
): Promise<Claims> {
  if (jwks.keys.length === 0) throw new Error('JWKS is empty')
  const header = headerOf(token)
  const key = jwks.keys.find(candidate => candidate.kid === header.kid && candidate.alg === ALGORITHM)
  // Never trust the algorithm named in the token's header.
  if (!key || header.alg !== ALGORITHM) throw new Error('No matching signing key found in JWKS')
  const { payload } = await compactVerify(token, await importJWK(key, ALGORITHM), { algorithms: [ALGORITHM] }).catch(
    () => {
      throw new Error('Invalid JWT signature')
    },
  )
  return checkClaims(claimsOf(payload), expected, now / 1000)
}

function checkClaims(claims: Partial<Record<string, unknown>>, { issuer, audience }: Expected, now: number): Claims {
  const { exp, iat, nbf, iss, aud, sub, aal } = claims
  if (!isNumber(exp)) throw new Error('The token does not say when it expires')
  if (exp <= now) throw new Error('The token has expired')
  for (const start of [iat, nbf === undefined ? iat : nbf])
    if (!isNumber(start) || start > now + MAX_CLOCK_SKEW_SECONDS) throw new Error('The token is not valid yet')
  // An empty expected issuer or audience must refuse every token.
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

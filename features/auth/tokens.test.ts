import { fork } from 'node:child_process'
import { join } from 'node:path'
import { CompactSign, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { sql } from '../../database/connection/sql.ts'
import { buildApp } from '../../server/app.ts'
import { startTestServer, type TestServer } from '../../tests/test-server.ts'
import { verifyToken } from './verify-token.ts'

const US = 'https://community.example'
const expected = { issuer: US, audience: US }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ adminUrl: inject('adminUrl'), env: { PUBLIC_URL: US } })
})
afterAll(() => server.close())

type Jwks = Parameters<typeof verifyToken>[1]
const keys = () => server.visitor.reads<Jwks>('/.well-known/jwks.json')
const tokenOf = async (name: string, body?: object) => {
  const member = await server.member(name)
  const { token } = (await member.asks('POST', '/api/auth/token', body)).json as { token: string }
  return { member, token }
}

test('the keys are public, their private parts never are', { tags: ['AUTH-76'] }, async () => {
  const { member, token } = await tokenOf('Ada')
  const jwks = await keys()
  expect(jwks.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) })
  expect(JSON.stringify(jwks)).not.toContain('"d"')
  expect(await verifyToken(token, jwks, expected)).toMatchObject({
    sub: member.user_id,
    aal: 'aal1',
    exp: expect.any(Number),
  })
  const [row] = await server.owner.rows<{ private_jwk: Buffer }>(sql`select private_jwk from signing_keys`)
  expect(row?.private_jwk.toString('latin1')).not.toContain('"d"')
})

test('the verifier says what is wrong with a token', { tags: ['AUTH-77', 'AUTH-78', 'AUTH-79'] }, async () => {
  const { token } = await tokenOf('Ada')
  const jwks = await keys()
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  await expect(verifyToken(token, { keys: [] }, expected)).rejects.toThrow('JWKS is empty')
  const stranger = { keys: [{ ...(await exportJWK(publicKey)), kid: 'another', alg: 'ES256' }] }
  await expect(verifyToken(token, stranger, expected)).rejects.toThrow('No matching signing key found in JWKS')
  // The right key id, but signed with another key.
  const kid = jwks.keys[0]?.kid ?? ''
  const forged = await new CompactSign(Buffer.from('{"sub":"me","exp":9999999999}'))
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)
  await expect(verifyToken(forged, jwks, expected)).rejects.toThrow('Invalid JWT signature')
  const [head, , signature] = token.split('.')
  const changed = Buffer.from('{"sub":"somebody else","aal":"aal2","exp":9999999999}').toString('base64url')
  await expect(verifyToken(`${head}.${changed}.${signature}`, jwks, expected)).rejects.toThrow('Invalid JWT signature')
  await expect(verifyToken('nonsense', jwks, expected)).rejects.toThrow('Invalid JWT signature')
})

test('the algorithm named in the token is not trusted, and an expired token is refused', async () => {
  const { token } = await tokenOf('Ada')
  const jwks = await keys()
  const kid = jwks.keys[0]?.kid ?? ''
  const none = `${Buffer.from(`{"alg":"none","kid":"${kid}"}`).toString('base64url')}.${token.split('.')[1]}.`
  await expect(verifyToken(none, jwks, expected)).rejects.toThrow('No matching signing key found in JWKS')
  const symmetric = await new SignJWT({ sub: 'me' })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setExpirationTime('1h')
    .sign(Buffer.from(JSON.stringify(jwks.keys[0])))
  await expect(verifyToken(symmetric, jwks, expected)).rejects.toThrow('No matching signing key found in JWKS')
  await expect(verifyToken(token, jwks, expected, Date.now() + 301_000)).rejects.toThrow('expired')
})

test('keys rotate every 30 days, and tokens of the old key stay valid until they expire', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { token } = await tokenOf('Ada')
  await server.owner.run(sql`update signing_keys set created_at = created_at - interval '31 days'`)
  const many = await Promise.all(Array.from({ length: 5 }, (_, i) => tokenOf(`Bob ${i}`)))
  const jwks = await keys()
  expect(jwks.keys).toHaveLength(2)
  for (const issued of [token, ...many.map(each => each.token)])
    expect(await verifyToken(issued, jwks, expected)).toHaveProperty('sub')
  await server.owner.run(
    sql`update signing_keys set retired_at = retired_at - interval '2 days' where retired_at is not null`,
  )
  vi.advanceTimersByTime(1000)
  await expect(keys().then(fresh => verifyToken(token, fresh, expected))).rejects.toThrow(
    'No matching signing key found in JWKS',
  )
})

test('the key set is read once for all requests of a second', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  // This clock begins at zero: later than the answers of the tests before.
  vi.advanceTimersByTime(24 * 3_600_000)
  const read = vi.spyOn(server.db, 'asSystem')
  const answers = await Promise.all(Array.from({ length: 20 }, keys))
  answers.push(await keys())
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.keys).not.toEqual([])
  expect(read).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  await keys()
  expect(read).toHaveBeenCalledTimes(2)
  read.mockRestore()
})

test('another service that only has our URL accepts the token', async () => {
  const url = await server.listen()
  const { member, token } = await tokenOf('Ada', { audience: 'billing' })
  const child = fork(join(import.meta.dirname, '../../tests/server/other-service.ts'), [url, token, US, 'billing'])
  const message = await new Promise(resolve => child.once('message', resolve))
  expect(message).toEqual({ sub: member.user_id })
})

test('a token names its audience, which the caller may choose; another audience or issuer is refused', async () => {
  const jwks = await keys()
  const { token } = await tokenOf('Ada')
  expect(await verifyToken(token, jwks, expected)).toMatchObject({ iss: US, aud: US })
  const wiki = 'https://wiki.example/app'
  const { member, token: forWiki } = await tokenOf('Bob', { audience: wiki })
  expect(await verifyToken(forWiki, jwks, { issuer: US, audience: wiki })).toMatchObject({ aud: wiki })

  await expect(verifyToken(forWiki, jwks, expected)).rejects.toThrow('The token is for another audience')
  await expect(verifyToken(token, jwks, { issuer: US, audience: wiki })).rejects.toThrow('for another audience')
  await expect(verifyToken(token, jwks, { issuer: 'https://other.example', audience: US })).rejects.toThrow(
    'The token is from another issuer',
  )
  await expect(verifyToken(token, jwks, { issuer: '', audience: '' })).rejects.toThrow('from another issuer')

  for (const audience of ['two words', '', 'ftp://x.example', 'javascript:alert(1)', 'x'.repeat(201), 7, ['wiki']])
    expect(await member.tries('POST', '/api/auth/token', { audience }), String(audience)).toBe(400)
})

test('a token with a missing, invalid or future time is refused', async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'ours', alg: 'ES256' }] }
  const now = Math.floor(Date.now() / 1000)
  const good = { sub: 'ada', aal: 'aal1', iss: US, aud: US, iat: now, exp: now + 300 }
  const verdictOf = async (payload: string) => {
    const token = await new CompactSign(Buffer.from(payload))
      .setProtectedHeader({ alg: 'ES256', kid: 'ours' })
      .sign(privateKey)
    return verifyToken(token, jwks, expected).then(
      () => 'accepted',
      (error: Error) => error.message,
    )
  }
  const withClaims = (claims: object) => verdictOf(JSON.stringify({ ...good, ...claims }))
  expect(await withClaims({})).toBe('accepted')
  expect(await withClaims({ nbf: now })).toBe('accepted')
  for (const exp of [undefined, null, `${now + 300}`, {}, [now + 300], true])
    expect(await withClaims({ exp }), String(exp)).toBe('The token does not say when it expires')
  expect(await withClaims({ exp: now })).toBe('The token has expired')
  for (const iat of [now + 3600, undefined, null, `${now}`])
    expect(await withClaims({ iat }), String(iat)).toBe('The token is not valid yet')
  for (const nbf of [now + 3600, null, `${now}`])
    expect(await withClaims({ nbf }), String(nbf)).toBe('The token is not valid yet')
  for (const aud of [undefined, null, [], ['elsewhere'], {}])
    expect(await withClaims({ aud }), String(aud)).toBe('The token is for another audience')
  for (const claims of [{ sub: undefined }, { sub: 7 }, { aal: 'aal3' }])
    expect(await withClaims(claims)).toBe('The token does not say who it is of')
  for (const payload of ['null', '[]', '"text"', 'not JSON', ''])
    expect(await verdictOf(payload), payload).toBe('The token does not say when it expires')
})

test('the key set has exactly one key from the start, also with concurrent processes', async () => {
  const fresh = await startTestServer({ adminUrl: inject('adminUrl') })
  try {
    // Each app acts as one server process on the same database.
    const others = await Promise.all(Array.from({ length: 4 }, () => buildApp({ config: fresh.config, db: fresh.db })))
    await Promise.all([fresh.app.ready(), ...others.map(app => app.ready())])
    const { keys } = await fresh.visitor.reads<Jwks>('/.well-known/jwks.json')
    expect(keys).toHaveLength(1)
    await Promise.all(others.map(app => app.close()))
  } finally {
    await fresh.close()
  }
})

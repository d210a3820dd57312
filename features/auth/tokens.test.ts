import { fork } from 'node:child_process'
import { join } from 'node:path'
import { CompactSign, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/sql.ts'
import { type House, openHouse } from '../../tests/house.ts'
import { verifyToken } from './verify-token.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
})
afterAll(() => house.close())

type Jwks = Parameters<typeof verifyToken>[1]
const keys = () => house.visitor.reads<Jwks>('/.well-known/jwks.json')
const tokenOf = async (name: string) => {
  const member = await house.member(name)
  const { token } = (await member.asks('POST', '/api/auth/token')).json as { token: string }
  return { member, token }
}

test('AUTH-76 the keys are public, their private parts never are', async () => {
  const { member, token } = await tokenOf('Ada')
  const jwks = await keys()
  expect(jwks.keys[0]).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: expect.any(String) })
  expect(JSON.stringify(jwks)).not.toContain('"d"')
  expect(await verifyToken(token, jwks)).toMatchObject({ sub: member.user_id, aal: 'aal1', exp: expect.any(Number) })
  const [row] = await house.owner.rows<{ private_jwk: Buffer }>(sql`select private_jwk from signing_keys`)
  expect(row?.private_jwk.toString('latin1')).not.toContain('"d"')
})

test('AUTH-77 AUTH-78 AUTH-79 the verifier says what is wrong with a token', async () => {
  const { token } = await tokenOf('Ada')
  const jwks = await keys()
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  await expect(verifyToken(token, { keys: [] })).rejects.toThrow('JWKS is empty')
  const stranger = { keys: [{ ...(await exportJWK(publicKey)), kid: 'another', alg: 'ES256' }] }
  await expect(verifyToken(token, stranger)).rejects.toThrow('No matching signing key found in JWKS')
  // The right name of the key, signed with another one.
  const kid = jwks.keys[0]?.kid ?? ''
  const forged = await new CompactSign(Buffer.from('{"sub":"me","exp":9999999999}'))
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(privateKey)
  await expect(verifyToken(forged, jwks)).rejects.toThrow('Invalid JWT signature')
  const [head, , signature] = token.split('.')
  const changed = Buffer.from('{"sub":"somebody else","aal":"aal2","exp":9999999999}').toString('base64url')
  await expect(verifyToken(`${head}.${changed}.${signature}`, jwks)).rejects.toThrow('Invalid JWT signature')
  await expect(verifyToken('nonsense', jwks)).rejects.toThrow('Invalid JWT signature')
})

test("the algorithm is not the token's to choose, and an expired token is refused", async () => {
  const { token } = await tokenOf('Ada')
  const jwks = await keys()
  const kid = jwks.keys[0]?.kid ?? ''
  const none = `${Buffer.from(`{"alg":"none","kid":"${kid}"}`).toString('base64url')}.${token.split('.')[1]}.`
  await expect(verifyToken(none, jwks)).rejects.toThrow('No matching signing key found in JWKS')
  const symmetric = await new SignJWT({ sub: 'me' })
    .setProtectedHeader({ alg: 'HS256', kid })
    .setExpirationTime('1h')
    .sign(Buffer.from(JSON.stringify(jwks.keys[0])))
  await expect(verifyToken(symmetric, jwks)).rejects.toThrow('No matching signing key found in JWKS')
  await expect(verifyToken(token, jwks, Date.now() + 301_000)).rejects.toThrow('expired')
})

test('keys change every 30 days, and tokens of the old one are good until they expire', async () => {
  const { token } = await tokenOf('Ada')
  await house.owner.run(sql`update signing_keys set created_at = created_at - interval '31 days'`)
  const many = await Promise.all(Array.from({ length: 5 }, (_, i) => tokenOf(`Bob ${i}`)))
  const jwks = await keys()
  expect(jwks.keys).toHaveLength(2)
  for (const one of [token, ...many.map(each => each.token)]) expect(await verifyToken(one, jwks)).toHaveProperty('sub')
  await house.owner.run(
    sql`update signing_keys set retired_at = retired_at - interval '2 days' where retired_at is not null`,
  )
  await expect(keys().then(fresh => verifyToken(token, fresh))).rejects.toThrow('No matching signing key found in JWKS')
})

test('a second process, which knows nothing but our address, accepts the token', async () => {
  const url = await house.listen()
  const { member, token } = await tokenOf('Ada')
  const child = fork(join(import.meta.dirname, '../../tests/server/other-service.ts'), [url, token])
  const heard = await new Promise(resolve => child.once('message', resolve))
  expect(heard).toEqual({ sub: member.user_id })
})

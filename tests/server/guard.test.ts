import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sql } from '../../database/sql.ts'
import { type House, openHouse, PASSWORD } from '../house.ts'

let house: House
let https: House
beforeAll(async () => {
  house = await openHouse({ adminUrl: inject('adminUrl') })
  https = await openHouse({ adminUrl: inject('adminUrl'), env: { PUBLIC_URL: 'https://community.example' } })
})
afterAll(() => Promise.all([house.close(), https.close()]))

test('pages and data carry their headers', async () => {
  const page = await house.visitor.asks('GET', '/auth')
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  expect(page.headers['content-security-policy']).not.toContain('unsafe')
  const data = await house.visitor.asks('GET', '/api/auth/session')
  expect(data.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(data.headers['strict-transport-security']).toBeUndefined()
  expect(data.headers['access-control-allow-origin']).toBeUndefined()
  expect((await https.visitor.asks('GET', '/auth')).headers['strict-transport-security']).toBe('max-age=31536000')
})

test("another site cannot make a member's browser write", async () => {
  const ada = await house.member('Ada')
  const leave = (headers: Record<string, string>) =>
    ada.asks('POST', '/api/auth/sign-out-everywhere', undefined, headers)
  expect((await leave({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await leave({ 'sec-fetch-site': 'same-site' })).status).toBe(403)
  const old = (origin: string) =>
    house.app.inject({
      method: 'POST',
      url: '/api/auth/sign-out-everywhere',
      headers: { cookie: ada.cookies, origin, host: 'localhost:3000' },
    })
  expect((await old('https://evil.example')).statusCode).toBe(403)
  expect((await old('null')).statusCode).toBe(403)
  expect((await old('http://localhost:3000')).statusCode).toBe(204)
})

test('what says nothing of where it comes from is no browser, and is let through; an origin counts only where Sec-Fetch-Site is absent', async () => {
  const ada = await house.member('Ada')
  const create = (headers: Record<string, string>) =>
    house.app.inject({ method: 'POST', url: '/api/profile', headers: { cookie: ada.cookies, ...headers } })
  expect((await create({})).statusCode).toBe(201)
  expect((await create({ 'sec-fetch-site': 'none' })).statusCode).toBe(201)
  expect((await create({ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' })).statusCode).toBe(403)
})

test('over https the cookies are Secure and bound to the host', async () => {
  const answer = await https.app.inject({
    method: 'POST',
    url: '/api/auth/sign-up',
    payload: { email: 'eve@example.com', password: PASSWORD, options: { data: { username: 'Eve' } } },
  })
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies)
    expect(cookie).toMatch(/^__Host-(session|device)=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+; Secure$/)
})

test('an unknown page is the 404 page with status 404, an unknown API address a 404 in JSON', async () => {
  expect(await house.visitor.asks('GET', '/no/such/page')).toMatchObject({
    status: 404,
    text: expect.stringContaining('<!doctype html>'),
  })
  expect(await house.visitor.asks('GET', '/api/no-such')).toMatchObject({
    status: 404,
    json: { error: 'There is nothing at this address.' },
  })
  expect(await house.visitor.tries('GET', '/members')).toBe(200)
})

test('proxy headers count only from configured proxies', async () => {
  const plain = await house.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email: 'x@example.com', password: 'x' },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(plain.statusCode).toBe(401)
  const last = async (one: House) => {
    return (await one.owner.one<{ ip: string }>(sql`select ip from audit_log order by id desc limit 1`)).ip
  }
  expect(await last(house)).toBe('127.0.0.1')
  const behind = await openHouse({ adminUrl: inject('adminUrl'), env: { TRUST_PROXY: '127.0.0.1' } })
  await behind.app.inject({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email: 'x@example.com', password: 'x' },
    headers: { 'x-forwarded-for': '203.0.113.7' },
  })
  expect(await last(behind)).toBe('203.0.113.7')
  await behind.close()
})

import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { House } from '../../server/endpoint.ts'
import { sendPhoneCode } from './phone.ts'

async function serve(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, asked }
}

test('a code goes to the configured sender only: a redirect is not followed', async () => {
  const other = await serve((_, response) => response.end())
  const sender = await serve((_, response) => response.writeHead(307, { location: other.url }).end())
  const house = { config: { mode: 'production', phoneSenderUrl: sender.url, communityName: 'The Community' } }
  await expect(sendPhoneCode(house as House, '+13125550123', 'sms', '123456')).rejects.toMatchObject({ status: 503 })
  expect(sender.asked).toEqual(['POST /'])
  expect(other.asked).toEqual([])
})

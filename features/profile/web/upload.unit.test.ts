import { afterEach, expect, test, vi } from 'vitest'
import { untilNoWrites, writesStarted } from '../../../web/api/writes-in-flight.ts'
import { uploadPicture } from './upload.ts'

// The browser bundle's replacement for zod.
vi.mock('zod', () => import('../../../web/form/zod.ts'))

/** A fake XMLHttpRequest, controlled by the test. */
class FakeRequest {
  static last: FakeRequest
  status = 0
  responseText = ''
  upload = {}
  onload = () => {}
  onabort = () => {}
  constructor() {
    FakeRequest.last = this
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort()
  }
  respond(status: number, text: string) {
    this.status = status
    this.responseText = text
    this.onload()
  }
}
afterEach(() => void vi.unstubAllGlobals())

function startUpload() {
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const controller = new AbortController()
  const file = { type: 'image/png' } as File
  const sent = uploadPicture(file, { x: 0, y: 0, size: 1 } as never, {
    onProgress: () => {},
    signal: controller.signal,
  })
  let isIdle = false
  void untilNoWrites().then(() => {
    isIdle = true
  })
  return { sent, controller, isIdle: () => isIdle }
}

test('an upload counts as a write of this tab until its response, so that live updates wait for it', async () => {
  const before = writesStarted()
  const { sent, isIdle } = startUpload()
  expect(writesStarted()).toBe(before + 1)
  await new Promise(done => setTimeout(done))
  expect(isIdle()).toBe(false)
  FakeRequest.last.respond(413, '{"error":"Too large.","request_id":"x"}')
  await expect(sent).rejects.toThrow('Too large.')
  await vi.waitFor(() => expect(isIdle()).toBe(true))
})

test('a response that is no profile is a failure and ends the upload', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const body of ['', '{}', 'null', '[]', '<html>', '{"full_name":"Ada"}']) {
    const { sent, isIdle } = startUpload()
    FakeRequest.last.respond(200, body)
    await expect(sent).rejects.toThrow('Invalid JSON response')
    await vi.waitFor(() => expect(isIdle()).toBe(true))
  }
  expect(consoleError).toHaveBeenCalledTimes(6)
  consoleError.mockRestore()
})

test('an aborted or refused upload ends too', async () => {
  const aborted = startUpload()
  aborted.controller.abort(new Error('thought better of it'))
  await expect(aborted.sent).rejects.toThrow('thought better of it')
  await vi.waitFor(() => expect(aborted.isIdle()).toBe(true))
  const refused = startUpload()
  FakeRequest.last.respond(413, '{"error":"Too large.","request_id":"x"}')
  await expect(refused.sent).rejects.toThrow('Too large.')
  await vi.waitFor(() => expect(refused.isIdle()).toBe(true))
})

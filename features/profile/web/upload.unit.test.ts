import { afterEach, expect, test, vi } from 'vitest'
import { noWrites, writesBegun } from '../../../web/api/under-way.ts'
import { uploadPicture } from './upload.ts'

// The shapes as the browser has them.
vi.mock('zod', () => import('../../../web/form/zod.ts'))

/** The browser's part, played by hand. */
class Sending {
  static last: Sending
  status = 0
  responseText = ''
  upload = {}
  onload = () => {}
  onabort = () => {}
  constructor() {
    Sending.last = this
  }
  open() {}
  setRequestHeader() {}
  send() {}
  abort() {
    this.onabort()
  }
  answers(status: number, text: string) {
    this.status = status
    this.responseText = text
    this.onload()
  }
}
afterEach(() => void vi.unstubAllGlobals())

function uploads() {
  vi.stubGlobal('XMLHttpRequest', Sending)
  const giveUp = new AbortController()
  const file = { type: 'image/png' } as File
  const sent = uploadPicture(file, { x: 0, y: 0, size: 1 } as never, { onProgress: () => {}, signal: giveUp.signal })
  let isQuiet = false
  void noWrites().then(() => {
    isQuiet = true
  })
  return { sent, giveUp, isQuiet: () => isQuiet }
}

test('a picture on its way is a write of this tab until it is answered: what is told meanwhile is not taken for news', async () => {
  const before = writesBegun()
  const { sent, isQuiet } = uploads()
  expect(writesBegun()).toBe(before + 1)
  await new Promise(done => setTimeout(done))
  expect(isQuiet()).toBe(false)
  Sending.last.answers(413, '{"error":"Too large.","request_id":"x"}')
  await expect(sent).rejects.toThrow('Too large.')
  await vi.waitFor(() => expect(isQuiet()).toBe(true))
})

test('an answer that is no profile is a failure, and the upload is over', async () => {
  const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
  for (const body of ['', '{}', 'null', '[]', '<html>', '{"full_name":"Ada"}']) {
    const { sent, isQuiet } = uploads()
    Sending.last.answers(200, body)
    await expect(sent).rejects.toThrow('Invalid JSON response')
    await vi.waitFor(() => expect(isQuiet()).toBe(true))
  }
  expect(complain).toHaveBeenCalledTimes(6)
  complain.mockRestore()
})

test('one that is given up or refused is over too', async () => {
  const given = uploads()
  given.giveUp.abort(new Error('thought better of it'))
  await expect(given.sent).rejects.toThrow('thought better of it')
  await vi.waitFor(() => expect(given.isQuiet()).toBe(true))
  const refused = uploads()
  Sending.last.answers(413, '{"error":"Too large.","request_id":"x"}')
  await expect(refused.sent).rejects.toThrow('Too large.')
  await vi.waitFor(() => expect(refused.isQuiet()).toBe(true))
})

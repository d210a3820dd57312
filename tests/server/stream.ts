import type { Change } from '../../contract/change.ts'

export type Message = { id: string; event: string; changes: Change[] }

/** Reads an event stream as a browser does, and collects the messages. */
export async function openStream(url: string, cookies: string, headers: Record<string, string> = {}, query = '') {
  const stop = new AbortController()
  const response = await fetch(`${url}/api/live${query}`, {
    headers: { cookie: cookies, ...headers },
    signal: stop.signal,
  })
  const messages: Message[] = []
  let text = ''
  let isClosed = false
  const reading = (async () => {
    let waiting = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const received = decoder.decode(chunk as Uint8Array, { stream: true })
      text += received
      waiting += received
      const parts = waiting.split('\n\n')
      waiting = parts.pop() ?? ''
      for (const part of parts) messages.push(...parse(part))
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      isClosed = true
    })
  return {
    status: response.status,
    messages,
    /** Everything that was received, unparsed. */
    get text() {
      return text
    },
    get changes() {
      return messages.flatMap(message => message.changes)
    },
    get isClosed() {
      return isClosed
    },
    async close() {
      stop.abort()
      await reading
    },
  }
}

function parse(part: string): Message[] {
  const fields = new Map(
    part.split('\n').map(line => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  if (!fields.has('data')) return []
  const event = fields.get('event') ?? 'message'
  return [
    { id: fields.get('id') ?? '', event, changes: event === 'message' ? JSON.parse(fields.get('data') ?? '[]') : [] },
  ]
}

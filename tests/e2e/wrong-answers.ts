import type { Route } from '@playwright/test'
import { createEvent } from '../../features/events/contract.ts'
import { createReply, createTopic } from '../../features/forum/contract.ts'
import { addIntroductionComment, createIntroductionRequest } from '../../features/introductions/contract.ts'
import { addInvestor, postComment } from '../../features/investors/contract.ts'
import type { Person } from './person.ts'

type Answer = { status?: number; contentType?: string; body?: string }

const page = '<!doctype html><title>Welcome to the airport</title><p>Please accept our terms.</p>'
/** Invalid answers of a broken server or proxy, with a success status. */
const always: Record<string, Answer> = {
  'nothing (204)': { status: 204 },
  null: { body: 'null' },
  '[null]': { body: '[null]' },
  '"text"': { body: '"text"' },
  '{}': { body: '{}' },
  HTML: { contentType: 'text/html', body: page },
}
export const insteadOfList = always
export const insteadOfObject = { ...always, '[]': { body: '[]' } }

/** Replaces answers to a person's browser by address; the server answers all others. */
export async function answersOf(person: Person) {
  const wrong = new Map<string, Answer>()
  const given: string[] = []
  const serverReplies = new Map<string, unknown>()
  const read = async (route: Route) => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    const call = `${request.method()} ${pathname}`
    const answer = wrong.get(call)
    if (!answer) return route.fallback()
    given.push(call)
    // The server processes a write; only its answer is replaced.
    if (request.method() !== 'GET') await route.fetch()
    // An aborted request cannot be answered.
    await route.fulfill({ status: 200, contentType: 'application/json', ...answer }).catch(() => {})
  }
  await person.page.route('**/api/**', read)
  person.page.on('response', async response => {
    const { pathname } = new URL(response.url())
    const isJson = response.headers()['content-type']?.includes('json')
    if (response.request().method() === 'GET' && response.ok() && isJson && !wrong.has(`GET ${pathname}`))
      serverReplies.set(pathname, await response.json().catch(() => undefined))
  })
  return {
    wrong,
    /** The server's own replies, by path. */
    serverReplies,
    times: (call: string) => given.filter(answered => answered === call).length,
  }
}

/** Creates rows for every screen. */
export async function fillCommunity(person: Person) {
  const does = person.member.http.does
  const topic = await does(createTopic, { title: 'Dock leases', content: 'Who has one?' })
  await does(createReply, { id: topic.id, content: 'Ask the port.' })
  const event = await does(createEvent, {
    title: 'Harbor breakfast',
    description: 'Coffee.',
    event_date: '2090-05-01',
    location: 'Navy Pier',
  })
  const investor = await does(addInvestor, { name: 'Amos Reed', firm: 'Lake Capital' })
  await does(postComment, { id: investor.id, content: 'Straight answers.' })
  const request = await does(createIntroductionRequest, {
    request_title: 'Meet a dispatcher',
    context: 'Because trucks wait at the gate for hours.',
    your_company: 'Lakeline',
    target_investor_id: investor.id,
  })
  await does(addIntroductionComment, { requestId: request.id, comment_text: 'I know one.' })
  return { topic: topic.id, event: event.id, investor: investor.id, request: request.id }
}

import { sql } from '../../database/connection/sql.ts'
import type { Demo } from '../../scripts/demo/part.ts'
import { readConfig } from '../../server/config.ts'
import type { Notification } from '../notifications/contract.ts'
import { introductionMail } from './outside/introduction-mail.ts'
import type { State, StepKind } from './shared/labels.ts'

const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

type Someone = Demo['members'][number]
type Request = {
  requester: Someone
  title: string
  context: string
  /** A member, or the name of somebody outside. */
  target: Someone | string
  at: number
}
type Offer = {
  introducer: Someone
  note: string
  state: State
  /** Minutes ago: the offer, its acceptance, and the yes. */
  at: number
  acceptedAt?: number
  agreedAt?: number
}

/**
 * Requests in five states for the demo account to play: its own with two offers, one that asks for it, two of its own that are agreed (with a
 * member, and with somebody outside who said yes by the link in our mail), and one for which it was accepted as the introducer. Newer than all others, since ids are in the order of time.
 */
export async function demo(d: Demo): Promise<void> {
  const [me, ...others] = d.members
  const known = await d.tx.rows<{ user_id: string }>(sql`
    select p.user_id from introduction_requests r join profiles p on p.id = r.target_profile_id where r.user_id = ${me?.user_id ?? null}
    union select r.user_id from introduction_requests r where r.target_profile_id = ${me?.profile_id ?? null}`)
  // Between members without another request.
  const free = others.filter(({ user_id }) => known.every(one => one.user_id !== user_id))
  const [first, second, third, fourth, fifth] = d.random.some(free, 5)
  if (!me || !first || !second || !third || !fourth || !fifth) return

  await addIntroduction(
    d,
    {
      requester: me,
      title: 'A plant manager who buys pallets every week',
      context:
        'We have a working prototype that counts pallets with a phone. I would like to stand beside somebody who does it by hand today, for one morning, and ask questions.',
      target: 'A plant manager in the western suburbs',
      at: 170,
    },
    [
      {
        introducer: first,
        note: 'My brother-in-law runs a plant in Cicero. He likes questions more than pitches, so this suits him.',
        state: 'open',
        at: 95,
      },
      {
        introducer: second,
        note: 'I sold to two of them last year and still have coffee with one. Shall I ask her?',
        state: 'open',
        at: 35,
      },
    ],
    ['offer_made', 'offer_made'],
  )
  await addIntroduction(
    d,
    {
      requester: third,
      title: `Half an hour with ${me.full_name}`,
      context:
        'We are about to hire our first two people, and you did it last year in the same building. I have three questions and bring the coffee.',
      target: me,
      at: 150,
    },
    [{ introducer: first, note: 'You two should have met long ago.', state: 'asked', at: 120, acceptedAt: 50 }],
    ['introduction_wanted'],
  )
  await addIntroduction(
    d,
    {
      requester: me,
      title: 'Somebody who has changed their payroll this year',
      context:
        'We outgrow our spreadsheet. I would like to hear what went wrong before I choose what goes wrong for us.',
      target: fourth,
      at: 140,
    },
    [
      {
        introducer: second,
        note: 'We share an office on Tuesdays.',
        state: 'agreed',
        at: 125,
        acceptedAt: 100,
        agreedAt: 60,
      },
      { introducer: fifth, note: 'I could ask in our founders’ lunch.', state: 'passed', at: 115, acceptedAt: 100 },
    ],
    ['introduction_agreed'],
  )
  await addIntroduction(
    d,
    {
      requester: fifth,
      title: 'The buyer of a regional grocery chain',
      context:
        'Our oat bars sell in eleven independent shops. I would like twenty minutes with somebody who decides what stands on the shelf of a chain.',
      target: 'Jolene Harmon, buyer for snacks',
      at: 130,
    },
    [
      {
        introducer: me,
        note: 'Jolene and I were in the same accelerator. I can write to her this week.',
        state: 'accepted',
        at: 110,
        acceptedAt: 20,
      },
    ],
    ['offer_accepted'],
  )
  const dispatcher = {
    requester: me,
    title: 'A dispatcher who books trucks by phone',
    context:
      'We want to see how a day of phone calls looks before we replace any of them. One hour beside the desk would be enough.',
    target: 'Rosalind Frey',
    at: 125,
  }
  await addIntroduction(
    d,
    dispatcher,
    [
      {
        introducer: fourth,
        note: 'Rosalind dispatched for us for three years. I let the community write to her.',
        state: 'agreed',
        at: 105,
        acceptedAt: 90,
        agreedAt: 15,
      },
    ],
    ['introduction_agreed'],
  )
  await addIntroductionMail(d, dispatcher, fourth)
  // Nothing of the demo is mailed at once.
  await d.tx.run(sql`delete from notification_mails where due_at is not null`)
}

type Kind = Notification['kind']

/** Adds the rows that the triggers would have added. They tell nobody, since there is no current member; `told` is what each offer tells the demo account. */
async function addIntroduction(d: Demo, request: Request, offers: Offer[], told: Kind[]): Promise<void> {
  const id = await addRequest(d, request)
  if (offers.some(({ acceptedAt }) => acceptedAt)) await addBlurb(d, id, request)
  for (const [place, offer] of offers.entries()) {
    const added = await addOffer(d, id, request, offer)
    const kind = told[place]
    if (kind) await tellMe(d, kind, { ...request, id }, { ...offer, id: added })
    if (offer.state === 'passed') continue
    if (offer.acceptedAt) await setStatus(d, id, 'in_progress', offer.acceptedAt)
    if (offer.agreedAt) await setStatus(d, id, 'approved', offer.agreedAt)
  }
}

async function tellMe(
  { tx, members: [me] }: Demo,
  kind: Kind,
  { id, requester, target }: Request & { id: number },
  offer: Offer & { id: string },
): Promise<void> {
  const actor = kind === 'offer_made' ? offer.introducer : kind === 'introduction_agreed' ? target : requester
  const at = ago(offer.agreedAt ?? offer.acceptedAt ?? offer.at)
  await tx.run(sql`
    select notify_member(${me?.user_id ?? null}, ${kind}, 'offer', ${`${id}/${offer.id}`}, ${typeof actor === 'string' ? null : actor.profile_id},
      'request', ${String(id)})`)
  await tx.run(sql`update notifications set latest_at = ${at} where kind = ${kind} and thread_id = ${String(id)}`)
}

async function addRequest({ tx }: Demo, { requester, title, context, target, at }: Request): Promise<number> {
  const isMember = typeof target !== 'string'
  const { id } = await tx.one<{ id: number }>(sql`
    insert into introduction_requests (user_id, request_title, context, your_company, target_person, target_profile_id, created_at, updated_at)
    values (${requester.user_id}, ${title}, ${context}, ${requester.company_name}, ${isMember ? target.full_name : target},
      ${isMember ? target.profile_id : null}, ${ago(at)}, ${ago(at)})
    returning id`)
  return id
}

/** Whoever accepts an offer has a text to forward. */
const addBlurb = ({ tx }: Demo, id: number, { requester: { full_name, company_name }, context }: Request) =>
  tx.run(sql`
    insert into introduction_blurbs (request_id, text)
    values (${id}, ${`I am ${full_name} from ${company_name}.\n\n${context}\n\nThank you,\n${full_name}`})`)

async function addOffer({ tx }: Demo, id: number, { requester, target }: Request, offer: Offer): Promise<string> {
  const { introducer, note, state, at, acceptedAt, agreedAt } = offer
  const isChosen = acceptedAt !== undefined && state !== 'passed'
  const changedAt = ago(agreedAt ?? acceptedAt ?? at)
  const added = await tx.one<{ id: string }>(sql`
    insert into introduction_offers (request_id, user_id, note, state, created_at, changed_at, asked_at)
    values (${id}, ${introducer.user_id}, ${note}, ${state}, ${ago(at)}, ${changedAt}, ${isChosen ? ago(acceptedAt) : null}) returning id`)
  const step = (kind: StepKind, by: Someone | null, minutes: number, seenBy: Someone[]) =>
    tx.run(sql`
      insert into introduction_steps (offer_id, kind, user_id, seen_by, created_at)
      values (${added.id}, ${kind}, ${by?.user_id ?? null}, ${seenBy.map(one => one.user_id)}::uuid[], ${ago(minutes)})`)
  const share = (member: Someone) =>
    tx.run(sql`
      insert into introduction_contacts (offer_id, user_id, email) values (${added.id}, ${member.user_id}, address_of(${member.user_id}))`)
  // The first step is written by the trigger, now.
  await tx.run(sql`update introduction_steps set created_at = ${ago(at)} where offer_id = ${added.id}`)
  const both = [requester, introducer]
  if (state === 'passed') await step('passed', null, acceptedAt ?? at, both)
  if (!isChosen) return added.id
  await step('accepted', requester, acceptedAt, both)
  await share(requester)
  if (typeof target === 'string') {
    if (agreedAt)
      await answerOutside(tx, { offer: added.id, request: id, introducer, target, seenBy: both, at: ago(agreedAt) })
    return added.id
  }
  await step('asked', null, acceptedAt - 0.01, [...both, target])
  if (!agreedAt) return added.id
  await step('agreed', target, agreedAt, [...both, target])
  await share(target)
  await tx.run(sql`
    insert into introduction_answers (offer_id, user_id, answer, answered_at) values (${added.id}, ${target.user_id}, 'yes', ${ago(agreedAt)})`)
  return added.id
}

const OUTSIDE = 'rosalind.frey@example.com'

/** A yes by the link in our mail. The hashes are those of no address and no token. */
async function answerOutside(
  tx: Demo['tx'],
  given: { offer: string; request: number; introducer: Someone; target: string; seenBy: Someone[]; at: Date },
): Promise<void> {
  await tx.run(sql`
    insert into introduction_steps (offer_id, kind, outsider, seen_by, created_at)
    values (${given.offer}, 'agreed', ${given.target}, ${given.seenBy.map(one => one.user_id)}::uuid[], ${given.at})`)
  await tx.run(sql`
    with mail as (
      insert into outside_mails (request_id, user_id, address_hash, token_hash, sent_at)
      values (${given.request}, ${given.introducer.user_id}, sha256('demo address'), sha256('demo token'), ${given.at}) returning id)
    insert into outside_addresses (mail_id, offer_id, address, is_shared) select id, ${given.offer}, ${OUTSIDE}, true from mail`)
}

/** The introduction in the outbox of the demo account. Marked as sent, so that no mail server sends it. */
async function addIntroductionMail({ tx }: Demo, { requester, context, target }: Request, introducer: Someone) {
  const mail = introductionMail(readConfig(process.env), {
    introducer: introducer.full_name,
    requester: requester.full_name,
    company: requester.company_name,
    target: typeof target === 'string' ? target : target.full_name,
    words: context,
  })
  await tx.run(sql`
    insert into outbox (recipient, other_recipients, subject, body, html, sent_at)
    select email, array[${OUTSIDE}], ${mail.subject}, ${mail.body}, ${mail.html ?? null}, now() from users where id = ${requester.user_id}`)
}

/** By itself, as follow_status does. */
async function setStatus({ tx }: Demo, id: number, status: string, minutes: number): Promise<void> {
  await tx.run(sql`select set_config('app.automatic_status', 'on', true)`)
  await tx.run(sql`update introduction_requests set status = ${status}, updated_at = ${ago(minutes)} where id = ${id}`)
  await tx.run(sql`select set_config('app.automatic_status', '', true)`)
}

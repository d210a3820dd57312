import { expect } from '../../tests/e2e/fixtures.ts'
import { notifyFollowers } from '../../tests/notify-followers.ts'
import { createTopic, unfollowTopic } from '../forum/contract.ts'
import { addIntroductionComment } from '../introductions/contract.ts'
import {
  asks,
  asksByName,
  asksThoseWhoKnow,
  comments,
  event,
  idOf,
  investor,
  knownInvestor,
  likes,
  openlyKnownInvestor,
  picksAda,
  type Row,
  replies,
  request,
  topic,
  writesAbout,
} from './acts.ts'
import { muteMember } from './contract.ts'
import { offerRows } from './offer-rows.ts'

const repliedToAda = 'Bob Kowalski replied to your topic “Payroll”'
const repliedToEve = 'Bob Kowalski replied to “Payroll”, a topic you follow'

/** An act by Bob, and what Ada and Eve are told of it. */
export const actRows: Row[] = [
  {
    act: 'a reply tells the author of the topic and its followers',
    given: topic,
    does: ({ bob }, id) => replies(bob, id, 'We use Gusto.'),
    ada: { bell: repliedToAda, also: 'digest' },
    eve: { bell: repliedToEve, also: 'digest' },
  },
  {
    act: 'an anonymous reply names nobody',
    given: topic,
    async does({ bob }, id) {
      await bob.opens(`/forum/${id}`)
      await bob.page.getByRole('switch', { name: /anonymous/i }).click()
      await bob.types('Your reply', 'We use Gusto.')
      await bob.clicks('Post')
      await bob.isTold('success', 'Reply posted')
    },
    ada: { bell: 'Somebody replied anonymously to your topic “Payroll”', also: 'digest' },
    eve: { bell: 'Somebody replied anonymously to “Payroll”, a topic you follow', also: 'digest' },
  },
  {
    act: 'a mention in a reply tells the mentioned member that, and not of the reply',
    given: topic,
    async does({ bob }, id) {
      await bob.opens(`/forum/${id}`)
      await bob.page.getByLabel('Your reply').focus()
      await bob.page.keyboard.type('Ask @eve')
      await bob.page.getByRole('option', { name: /Eve Raman/ }).click()
      await bob.clicks('Post')
      await bob.isTold('success', 'Reply posted')
    },
    ada: { bell: repliedToAda, also: 'digest' },
    eve: { bell: 'Bob Kowalski mentioned you in the topic “Payroll”', also: 'mail' },
  },
  {
    act: 'a mention without a choice from the list is plain text',
    given: async ({ ada }) => (await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who?' })).id,
    does: ({ bob }, id) => replies(bob, id, 'Ask @Eve Ramanujan, she knows.'),
    ada: { bell: repliedToAda, also: 'digest' },
    eve: null,
  },
  {
    act: 'a like tells the author only, and only in the app',
    given: topic,
    does: ({ bob }, id) => likes(bob, id),
    ada: { bell: 'Bob Kowalski liked your topic “Payroll”', also: 'nothing' },
    eve: null,
  },
  {
    act: 'a like of an anonymous topic names nobody',
    given: people => topic(people, { is_anonymous: true }),
    does: ({ bob }, id) => likes(bob, id),
    ada: { bell: 'Somebody liked your topic “Payroll”', also: 'nothing' },
    eve: null,
  },
  {
    act: 'a request tells the member who was picked as its target',
    given: async () => 0,
    does: ({ bob }) => picksAda(bob),
    ada: { bell: 'Bob Kowalski named you as target of “Freight”', also: 'mail' },
    eve: null,
  },
  {
    act: 'an ask tells those who know the investor, also by a quiet tie',
    given: knownInvestor,
    does: ({ bob }, id) => asksThoseWhoKnow(bob, id),
    ada: { bell: 'Bob Kowalski asks for an introduction to Ines Vela, Prairie Seed, whom you know', also: 'mail' },
    eve: null,
  },
  ...offerRows,
  {
    act: 'a request tells those whom its requester asks by name, except who does not want to be asked',
    given: openlyKnownInvestor,
    does: ({ bob }, id) => asksByName(bob, id),
    ada: { bell: 'Bob Kowalski asks whether you can introduce them to Ines Vela, Prairie Seed', also: 'mail' },
    eve: null,
  },
  {
    act: 'a comment on a request tells the requester at once, and who commented',
    given: request,
    does: ({ bob }, id) => comments(bob, id, 'I know her well.'),
    ada: { bell: 'Bob Kowalski commented on your introduction request “Freight”', also: 'mail' },
    eve: { bell: 'Bob Kowalski commented on “Freight”, an introduction request you take part in', also: 'digest' },
  },
  {
    act: 'a new status tells the target and who commented',
    async given({ ada, bob, eve }) {
      const { id } = await asks(bob, { target_person: 'Ada Osei', target_profile_id: idOf(ada) })
      await eve.member.http.does(addIntroductionComment, { requestId: id, comment_text: 'Me too' })
      return id
    },
    async does({ bob }, id) {
      await bob.opens(`/introduction-requests?request=${id}`)
      await bob.clicks('Edit')
      await bob.page.getByRole('dialog').getByRole('combobox', { name: 'Status' }).click()
      await bob.page.getByRole('option', { name: 'In Progress', exact: true }).click()
      await bob.clicks('Save Changes')
      await expect(bob.page.getByRole('dialog').locator('dd [data-tone]')).toHaveText('In Progress')
    },
    ada: { bell: 'Bob Kowalski changed the status of “Freight” to In Progress', also: 'digest' },
    eve: { bell: 'Bob Kowalski changed the status of “Freight” to In Progress', also: 'digest' },
  },
  {
    act: 'a comment on an investor tells who added it and who wrote about it',
    given: investor,
    does: ({ bob }, id) => writesAbout(bob, id, 'Answers quickly.'),
    ada: { bell: 'Bob Kowalski commented on the investor “Ines Vela, Prairie Seed”', also: 'digest' },
    eve: { bell: 'Bob Kowalski commented on the investor “Ines Vela, Prairie Seed”', also: 'digest' },
  },
  {
    act: 'a private comment on an investor tells nobody',
    given: investor,
    does: ({ bob }, id) => writesAbout(bob, id, 'Between us.', { isPrivate: true }),
    ada: null,
    eve: null,
  },
  {
    act: 'a changed event tells who added it',
    given: event,
    async does({ bob }) {
      await bob.opens('/events')
      await bob.clicks('Edit', { on: 'Demo day' })
      await bob.page.getByRole('dialog').getByLabel('Title', { exact: true }).fill('Pitch day')
      await bob.clicks('Update Event')
      await bob.isTold('success', 'Success', 'Event updated successfully!')
    },
    ada: { bell: 'Bob Kowalski changed your event “Pitch day”', also: 'digest' },
    eve: null,
  },
  {
    act: 'a deleted event tells who added it',
    given: event,
    async does({ bob }) {
      await bob.opens('/events')
      await bob.clicks('Delete', { on: 'Demo day' })
      await bob.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await bob.isTold('success', 'Success', 'Event deleted successfully!')
    },
    ada: { bell: 'Bob Kowalski deleted your event “Demo day”', also: 'digest' },
    eve: null,
  },
  {
    act: 'a muted member tells the one who muted them nothing',
    async given(people) {
      await people.ada.member.http.does(muteMember, { id: idOf(people.bob) })
      return topic(people)
    },
    async does({ bob }, id) {
      await replies(bob, id, 'We use Gusto.')
      await likes(bob, id)
    },
    ada: null,
    eve: { bell: repliedToEve, also: 'digest' },
  },
  {
    act: 'who unfollowed a topic is told nothing, and neither is a member without a part in it',
    async given({ ada }) {
      const { id } = await ada.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })
      await ada.member.http.does(unfollowTopic, { id })
      return id
    },
    does: ({ bob }, id) => replies(bob, id, 'We use Gusto.'),
    ada: null,
    eve: null,
  },
  {
    act: 'what is deleted before it was read tells nothing',
    given: topic,
    async does({ bob, server }, id) {
      await replies(bob, id, 'Wrong topic.')
      await notifyFollowers(server)
      await bob.page
        .getByRole('listitem')
        .filter({ hasText: 'Wrong topic.' })
        .getByRole('button', { name: /Delete/ })
        .click()
      await bob.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
      await expect(bob.page.getByRole('listitem').filter({ hasText: 'Wrong topic.' })).toHaveCount(0)
    },
    ada: null,
    eve: null,
  },
]

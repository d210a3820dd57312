import type { Page } from '@playwright/test'
import { createEvent, deleteEvent, updateEvent } from '../../features/events/contract.ts'
import {
  createReply,
  createTopic,
  deleteReply,
  deleteTopic,
  listReplies,
  listTopics,
  updateReply,
  updateTopic,
} from '../../features/forum/contract.ts'
import {
  createIntroductionRequest,
  deleteIntroductionRequest,
  saveBlurb,
  updateIntroductionRequest,
} from '../../features/introductions/contract.ts'
import {
  addInvestor,
  deleteComment,
  deleteInvestor,
  postComment,
  updateComment,
  updateInvestor,
} from '../../features/investors/contract.ts'
import { saveProfile } from '../../features/profile/contract.ts'
import { removeResource, shareLink, updateResource } from '../../features/resources/contract.ts'
import type { Member } from '../test-server.ts'
import type { Person } from './person.ts'

/** A kind of row, its form, and two of its fields: a text and, if there is one, another field. */
export type EditedRow = {
  /** Its name in messages, such as 'this event'. */
  noun: string
  button: string
  textField: { field: string; label: string }
  secondField?: { field: string; label: string; value: unknown; set: (page: Page) => Promise<unknown> }
  /** The call that saves it. */
  call: RegExp
  /** Fields that every call contains. */
  always?: (me: Member, id: number) => object
  make: (me: Member) => Promise<{ id: number; path: string }>
  opensForm: (page: Page) => Promise<unknown>
  /** The form opens automatically if it has unsaved changes. */
  opensItself?: boolean
  /** Saves changes outside the browser. */
  save: (me: Member, id: number, changes: object) => Promise<unknown>
  /** The saved row. */
  read: (me: Member, id: number) => Promise<unknown>
  remove?: (me: Member, id: number) => Promise<unknown>
  /** The form for a new row, which offers the text of a deleted one, and the label of that text. */
  again?: { opens: (tab: Person, path: string) => Promise<unknown>; label: string }
}

const opensNew = (path: string, button: string) => async (tab: Person) => {
  await tab.opens(path)
  if (button) await tab.clicks(button)
}
const opensAgain = (tab: Person, path: string) => tab.opens(path)

const fills = (label: string, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(text)
const edits = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click()
const event = { title: 'Demo day', description: 'Six pitches.', event_date: '2031-06-02', location: 'mHUB' }

export const editedRows: Record<string, EditedRow> = {
  event: {
    noun: 'this event',
    button: 'Update Event',
    textField: { field: 'title', label: 'Title' },
    secondField: {
      field: 'location',
      label: 'Location',
      value: 'Second floor',
      set: fills('Location', 'Second floor'),
    },
    call: /\/api\/direct-events\/\d+$/,
    make: async me => ({ id: (await me.does(createEvent, event)).id, path: '/events' }),
    opensForm: edits,
    save: (me, id, changes) => me.does(updateEvent, { id, ...changes }),
    read: (me, id) => me.reads(`/api/direct-events/${id}`),
    remove: (me, id) => me.does(deleteEvent, { id }),
    again: { opens: opensNew('/events', 'Create Event'), label: 'Title' },
  },
  investor: {
    noun: 'this investor',
    button: 'Update Investor',
    textField: { field: 'title', label: 'Title' },
    secondField: {
      field: 'stage',
      label: 'Investment Stages',
      value: ['Seed'],
      async set(page) {
        await page.getByLabel('Investment Stages').click()
        await page.getByRole('option', { name: 'Seed', exact: true }).click()
        await page.keyboard.press('Escape')
      },
    },
    call: /\/api\/investors\/\d+$/,
    always: (me, id) => ({ id, user_id: me.user_id }),
    async make(me) {
      const { id } = await me.does(addInvestor, { name: 'Ruth Abernathy', firm: 'Bluestem Row', title: 'Partner' })
      return { id, path: `/investors?investor=${id}` }
    },
    opensForm: edits,
    save: (me, id, changes) => me.does(updateInvestor, { id, ...changes }),
    read: (me, id) => me.reads(`/api/investors/${id}`),
    remove: (me, id) => me.does(deleteInvestor, { id }),
    again: { opens: opensNew('/investors', 'Add Investor'), label: 'Title' },
  },
  'investor comment': {
    noun: 'this comment',
    button: 'Update Comment',
    textField: { field: 'content', label: 'Edit your comment' },
    secondField: {
      field: 'is_private',
      label: 'Private comment',
      value: true,
      set: page => page.getByRole('switch', { name: 'Private comment' }).check(),
    },
    call: /\/api\/investor-comments\/\d+$/,
    always: (_, id) => ({ id }),
    async make(me) {
      const investor = await me.does(addInvestor, { name: 'Ruth Abernathy', firm: 'Bluestem Row' })
      const { id } = await me.does(postComment, { id: investor.id, content: 'Answers within a day.' })
      return { id, path: `/investors?investor=${investor.id}` }
    },
    opensForm: page => page.getByRole('button', { name: 'Edit comment' }).click(),
    save: (me, id, changes) => me.does(updateComment, { id, ...changes }),
    read: (me, id) => me.does(updateComment, { id }),
    remove: (me, id) => me.does(deleteComment, { id }),
    again: { opens: opensAgain, label: 'Add a comment' },
  },
  topic: {
    noun: 'this topic',
    button: 'Update Topic',
    textField: { field: 'title', label: 'Title' },
    secondField: {
      field: 'tags',
      label: 'Category',
      value: ['Legal'],
      async set(page) {
        await page.getByRole('combobox', { name: 'Category' }).click()
        await page.getByRole('option', { name: 'Legal' }).click()
      },
    },
    call: /\/api\/posts\/\d+$/,
    always: (_, id) => ({ id }),
    async make(me) {
      const { id } = await me.does(createTopic, { title: 'Dilution', content: 'How much?', tags: ['General'] })
      return { id, path: `/forum/${id}` }
    },
    opensForm: edits,
    save: (me, id, changes) => me.does(updateTopic, { id, ...changes }),
    read: (me, id) => me.reads(`/api/posts/${id}`),
    remove: (me, id) => me.does(deleteTopic, { id }),
    again: { opens: opensNew('/forum/new', ''), label: 'Title' },
  },
  reply: {
    noun: 'this reply',
    button: 'Update',
    textField: { field: 'content', label: 'Your reply' },
    call: /\/api\/comments\/\d+$/,
    always: (_, id) => ({ id }),
    async make(me) {
      const topic = await me.does(createTopic, { title: 'Dilution', content: 'How much?', tags: ['General'] })
      const { id } = await me.does(createReply, { id: topic.id, content: 'Less than a fifth.' })
      return { id, path: `/forum/${topic.id}` }
    },
    opensForm: page =>
      page.getByRole('list', { name: 'Replies' }).getByRole('button', { name: 'Edit', exact: true }).click(),
    save: (me, id, changes) => me.does(updateReply, { id, ...changes } as never),
    read: async (me, id) => {
      const [topic] = await me.does(listTopics, { q: 'Dilution' })
      return (await me.does(listReplies, { id: topic?.id ?? 0 })).find(reply => reply.id === id)
    },
    remove: (me, id) => me.does(deleteReply, { id }),
    again: { opens: opensAgain, label: 'Your reply' },
  },
  profile: {
    noun: 'your profile',
    button: 'Save Profile',
    textField: { field: 'bio', label: 'Bio' },
    secondField: {
      field: 'needs',
      label: 'Looking For',
      value: ['Hiring'],
      async set(page) {
        await page.getByLabel('Looking For', { exact: true }).click()
        await page.getByRole('option', { name: 'Hiring', exact: true }).click()
        await page.keyboard.press('Escape')
      },
    },
    call: /\/api\/profile$/,
    always: me => ({ user_id: me.user_id }),
    make: async me => ({ id: me.profile_id ?? 0, path: '/profile' }),
    opensForm: page => page.getByRole('button', { name: 'Edit Profile' }).click(),
    save: (me, _, changes) => me.does(saveProfile, changes),
    read: me => me.reads('/api/profile'),
  },
  request: {
    noun: 'this request',
    button: 'Save Changes',
    textField: { field: 'request_title', label: 'Request Title' },
    secondField: {
      field: 'target_email',
      label: 'Target Email',
      value: 'tom@example.com',
      set: fills('Target Email', 'tom@example.com'),
    },
    call: /\/api\/introduction-requests\/\d+$/,
    always: (me, id) => ({ id, user_id: me.user_id }),
    async make(me) {
      const { id } = await me.does(createIntroductionRequest, {
        request_title: 'Meet a dispatcher',
        context: 'Because trucks wait at the yard.',
        your_company: 'Lakeline Freight',
      })
      return { id, path: `/introduction-requests?request=${id}` }
    },
    opensForm: edits,
    opensItself: true,
    save: (me, id, changes) => me.does(updateIntroductionRequest, { id, ...changes }),
    read: (me, id) => me.reads(`/api/introduction-requests/${id}`),
    remove: (me, id) => me.does(deleteIntroductionRequest, { id }),
    again: { opens: opensNew('/create-introduction-request', ''), label: 'Request Title' },
  },
  blurb: {
    noun: 'the blurb',
    button: 'Save Blurb',
    textField: { field: 'text', label: 'Text to forward' },
    call: /\/api\/introduction-requests\/\d+\/blurb$/,
    async make(me) {
      const { id } = await me.does(createIntroductionRequest, {
        request_title: 'Meet a dispatcher',
        context: 'Because trucks wait at the yard.',
        your_company: 'Lakeline Freight',
      })
      await me.does(saveBlurb, { id, text: 'We book trucks.' })
      return { id, path: `/introduction-requests?request=${id}` }
    },
    opensForm: page => page.getByRole('button', { name: 'Change blurb' }).click(),
    opensItself: true,
    save: (me, id, changes) => me.does(saveBlurb, { id, ...changes } as { id: number; text: string }),
    read: (me, id) => me.reads(`/api/introduction-requests/${id}/blurb`),
  },
  resource: {
    noun: 'this resource',
    button: 'Update Resource',
    textField: { field: 'title', label: 'Title' },
    secondField: {
      field: 'description',
      label: 'Description',
      value: 'With comments.',
      set: fills('Description', 'With comments.'),
    },
    call: /\/api\/resources\/\d+$/,
    always: (me, id) => ({ id, user_id: me.user_id }),
    async make(me) {
      const { id } = await me.does(shareLink, { title: 'Term sheet', url: 'https://example.com/terms' })
      return { id, path: '/resources' }
    },
    opensForm: edits,
    save: (me, id, changes) => me.does(updateResource, { id, ...changes }),
    read: (me, id) => me.does(updateResource, { id }),
    remove: (me, id) => me.does(removeResource, { id }),
    again: { opens: opensNew('/resources', 'Add Resource'), label: 'Title' },
  },
}

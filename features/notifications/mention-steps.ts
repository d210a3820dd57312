import type { Person } from '../../tests/e2e/fixtures.ts'
import { createTopic } from '../forum/contract.ts'
import { listNotifications } from './contract.ts'

const REPLY = 'Your reply'
export const reply = ({ page }: Person) => page.getByLabel(REPLY)
export const offered = ({ page }: Person) => page.getByRole('listbox', { name: 'Members' }).getByRole('option')

export const topicOf = async (person: Person) =>
  (await person.member.http.does(createTopic, { title: 'Payroll', content: 'Who does it?' })).id
export const kinds = async (person: Person) =>
  (await person.member.http.does(listNotifications, {})).map(notification => notification.kind)

import { sql } from '../database/connection/sql.ts'
import { createEvent } from '../features/events/contract.ts'
import { createReply, createTopic } from '../features/forum/contract.ts'
import { createIntroductionRequest, saveBlurb } from '../features/introductions/contract.ts'
import { addInvestor, postComment } from '../features/investors/contract.ts'
import { saveProfile } from '../features/profile/contract.ts'
import { shareLink } from '../features/resources/contract.ts'
import type { Member, TestServer } from './test-server.ts'

/** A row of a member, how it is updated, and two edits of its first field. */
export type Update = {
  method: 'PATCH' | 'PUT'
  path: string
  made: object & { version?: number }
  /** All editable fields with their current values. */
  same: object
  edits: [object, object]
  /** All rows about it, from every table. */
  stored: () => Promise<object[]>
}

const topic = { title: 'Pricing', content: 'Who has raised prices?', tags: ['Fundraising' as const] }
const event = {
  title: 'Breakfast',
  description: 'Coffee.',
  location: 'Lula Cafe',
  event_date: '2030-03-08',
  start_time: '08:00',
  end_time: '09:30',
  ends_next_day: false,
  event_type: 'in_person' as const,
  is_online: false,
  meeting_link: null,
}
const investor = {
  name: 'Ana Lima',
  title: 'Partner',
  firm: 'Lakeview',
  email: 'ana@lakeview.vc',
  website: 'https://lakeview.vc',
  linkedin: '',
  twitter: '',
  focus: ['SaaS' as const],
  stage: ['Seed' as const],
  check_size: '' as const,
  description: 'Writes first checks.',
  notes: '',
}
const comment = { content: 'Answers fast.', rating: 4, is_private: false }
const request = {
  request_title: 'Meet a broker',
  context: 'We want to learn how drayage is booked.',
  your_company: 'Lakeline',
  target_person: 'Tom Nakamura',
  target_email: 'tom@example.com',
  urgency: 'low' as const,
}
const resource = {
  title: 'Pricing guide',
  description: 'How to charge more.',
  resource_type: 'template' as const,
  category: 'other' as const,
  url: 'https://example.com/pricing',
}
const profile = {
  full_name: 'Ada Osei',
  title: 'CEO',
  bio: 'Trucks.',
  location: null,
  company_name: 'Lakeline',
  company_description: '',
  company_website: 'https://lakeline.example',
  needs: ['Funding' as const],
  can_help_with: null,
  email: 'ada@lakeline.example',
  email_visibility: 'members' as const,
  phone: '',
  phone_visibility: 'only me' as const,
}

/** Every endpoint that edits a row, by what it edits. Each function creates a new row of this member. */
export const updates: Record<string, (server: TestServer, member: Member) => Promise<Update>> = {
  async topic({ owner }, member) {
    const made = await member.does(createTopic, topic)
    return {
      method: 'PATCH',
      path: `/api/posts/${made.id}`,
      made,
      same: topic,
      edits: [{ title: 'First' }, { title: 'Second' }],
      stored: () => owner.rows(sql`select * from posts where id = ${made.id}`),
    }
  },
  async reply({ owner }, member) {
    const { id } = await member.does(createTopic, topic)
    const made = await member.does(createReply, { id, content: 'We have.' })
    return {
      method: 'PATCH',
      path: `/api/comments/${made.id}`,
      made,
      same: { content: 'We have.' },
      edits: [{ content: 'First' }, { content: 'Second' }],
      stored: () => owner.rows(sql`select * from comments where id = ${made.id}`),
    }
  },
  async event({ owner }, member) {
    const made = await member.does(createEvent, event)
    return {
      method: 'PATCH',
      path: `/api/direct-events/${made.id}`,
      made,
      same: event,
      edits: [{ title: 'First' }, { title: 'Second' }],
      stored: () =>
        owner.rows(sql`select to_jsonb(e) as row from events e where id = ${made.id}
          union all select to_jsonb(c) from event_changes c where event_id = ${made.id}`),
    }
  },
  async investor({ owner }, member) {
    const made = await member.does(addInvestor, investor)
    return {
      method: 'PATCH',
      path: `/api/investors/${made.id}`,
      made,
      same: investor,
      edits: [{ name: 'First' }, { name: 'Second' }],
      stored: () => owner.rows(sql`select * from investors where id = ${made.id}`),
    }
  },
  async 'investor comment'({ owner }, member) {
    const { id } = await member.does(addInvestor, investor)
    const made = await member.does(postComment, { id, ...comment })
    return {
      method: 'PATCH',
      path: `/api/investor-comments/${made.id}`,
      made,
      same: comment,
      edits: [{ content: 'First' }, { content: 'Second' }],
      stored: () =>
        owner.rows(sql`select to_jsonb(c) as row from investor_comments c where id = ${made.id}
          union all select to_jsonb(i) from investors i where id = ${id}`),
    }
  },
  async 'introduction request'({ owner }, member) {
    const made = await member.does(createIntroductionRequest, request)
    return {
      method: 'PATCH',
      path: `/api/introduction-requests/${made.id}`,
      made,
      same: { ...request, status: 'pending' },
      edits: [{ request_title: 'First' }, { request_title: 'Second' }],
      stored: () =>
        owner.rows(sql`select to_jsonb(r) as row from introduction_requests r where id = ${made.id}
          union all select to_jsonb(t) from introduction_targets t where request_id = ${made.id}
          union all select to_jsonb(c) from introduction_status_changes c where request_id = ${made.id}`),
    }
  },
  async blurb({ owner }, member) {
    const { id } = await member.does(createIntroductionRequest, request)
    const text = 'We book trucks.'
    return {
      method: 'PUT',
      path: `/api/introduction-requests/${id}/blurb`,
      made: await member.does(saveBlurb, { id, text }),
      same: { text },
      edits: [{ text: 'First' }, { text: 'Second' }],
      stored: () =>
        owner.rows(sql`select to_jsonb(b) as row from introduction_blurbs b where request_id = ${id}
          union all select to_jsonb(r) from introduction_requests r where id = ${id}`),
    }
  },
  async resource({ owner }, member) {
    const made = await member.does(shareLink, resource)
    return {
      method: 'PATCH',
      path: `/api/resources/${made.id}`,
      made,
      same: resource,
      edits: [{ title: 'First' }, { title: 'Second' }],
      stored: () => owner.rows(sql`select * from resources where id = ${made.id}`),
    }
  },
  async 'my profile'({ owner }, member) {
    const made = await member.does(saveProfile, profile)
    return {
      method: 'PUT',
      path: '/api/profile',
      made,
      same: profile,
      edits: [{ full_name: 'First' }, { full_name: 'Second' }],
      stored: () =>
        owner.rows(sql`select to_jsonb(p) as row from profiles p where id = ${member.profile_id}
          union all select to_jsonb(c) from profile_contacts c where profile_id = ${member.profile_id}`),
    }
  },
}

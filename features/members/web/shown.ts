import type { Member, MemberCard } from '../contract.ts'

/** What the card already has is shown at once, the rest when it has come. */
export type Shown = MemberCard & Partial<Member>

/** Of the headings inside. */
export type Level = 'h2' | 'h3'

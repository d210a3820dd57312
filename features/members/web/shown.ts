import type { Member, MemberCard } from '../contract.ts'

/** The fields of the card are shown at once, the others when they are loaded. */
export type Shown = MemberCard & Partial<Member>

/** The level of the headings inside. */
export type Level = 'h2' | 'h3'

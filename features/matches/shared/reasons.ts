import { z } from 'zod'
import { inOneList } from '../../../contract/in-one-list.ts'

/** Why a member may be of interest to me: all of it, in the order in which it counts (match_points in rules.sql). */
export const Reasons = z.object({
  /** What I look for and they can help with. */
  can_help_with: z.array(z.string()),
  /** What they look for and I can help with. */
  looks_for: z.array(z.string()),
  /** The one that we share. */
  industry: z.string().nullable(),
  /** Of the topics that I last wrote in, those in which they wrote too, at most three. Nothing anonymous counts. */
  topics: z.array(z.object({ id: z.int(), title: z.string() })),
  /** If I add events to the calendar: those that they added, upcoming or of the last 90 days, at most three. Absent in what a browser kept from an earlier release. */
  events: z.array(z.object({ id: z.int(), title: z.string() })).optional(),
  stage: z.string().nullable(),
  location: z.string().nullable(),
})
export type Reasons = z.infer<typeof Reasons>

export type ReasonKind = keyof Reasons

/** These are adjectives: 'Both bootstrapped'. */
const adjectives = ['Bootstrapped', 'Profitable']

/** The reasons in words, the weightiest first. */
export function reasonTexts(reasons: Reasons): { kind: ReasonKind; text: string }[] {
  const { can_help_with, looks_for, industry, topics, events = [], stage, location } = reasons
  const all: [ReasonKind, string | false | null | undefined][] = [
    ['can_help_with', can_help_with.length > 0 && `Can help with ${inOneList(can_help_with)}, which you look for`],
    ['looks_for', looks_for.length > 0 && `Looks for ${inOneList(looks_for)}, which you can help with`],
    ['industry', industry && `Also in ${industry}`],
    ['topics', topics.length > 0 && `Wrote in ${inOneList(topics.map(({ title }) => `“${title}”`))}, as you did`],
    ['events', events.length > 0 && `Adds events, as you do: ${inOneList(events.map(({ title }) => `“${title}”`))}`],
    ['stage', stage && (adjectives.includes(stage) ? `Both ${stage.toLowerCase()}` : `Both at ${stage}`)],
    ['location', location && `Both in ${location}`],
  ]
  return all.flatMap(([kind, text]) => (text ? [{ kind, text }] : []))
}

import { inOneList } from '../../../../contract/in-one-list.ts'
import type { CouldHelp, Waiting } from '../../contract.ts'

/** Names and titles by members are marked: their direction may differ from that of the sentence. */
export type Piece = string | { by: string }

const member = (name: string | null): Piece => ({ by: name || 'A member' })
const quoted = (title: string): Piece[] => ['“', { by: title || 'Untitled' }, '”']

const sentences: Record<Waiting['kind'], (waiting: Waiting) => Piece[]> = {
  offer({ person, more, request_title }) {
    const others = more === 0 ? ' offers' : ` and ${more} ${more === 1 ? 'other' : 'others'} offer`
    return [member(person), `${others} to make the introduction for `, ...quoted(request_title)]
  },
  question: ({ person, other }) => [
    member(person),
    ' would like to meet you. ',
    member(other),
    ' offers to introduce you',
  ],
  report: ({ person, other, request_title }) => [
    member(person),
    ' accepted your offer. Ask ',
    ...(other ? [{ by: other }] : ['the person for ', ...quoted(request_title)]),
    ', then say what they answered',
  ],
  met: ({ person }) => ['Did you meet ', person ? { by: person } : 'the person you asked for', '?'],
  still_looking: ({ request_title }) => [
    'Are you still looking? ',
    ...quoted(request_title),
    ' has waited for 30 days',
  ],
  asked: ({ person, other, request_title }) => [
    member(person),
    ' asks whether you can introduce them to ',
    ...(other ? [{ by: other }] : ['somebody: ', ...quoted(request_title)]),
  ],
}

export const sentenceOf = (waiting: Waiting): Piece[] => sentences[waiting.kind](waiting)

export const textOf = (pieces: Piece[]) => pieces.map(piece => (typeof piece === 'string' ? piece : piece.by)).join('')

/** Why the member could help with a request: who they know comes first. What the requester looks for is on their profile, not in the request. */
export function reasonsFor({ knows_target, target_person, areas }: CouldHelp): Piece[] {
  const known: Piece[] = knows_target ? ['You added or commented on ', { by: target_person || 'this investor' }] : []
  const help = areas.length > 0 ? [`They look for ${inOneList(areas)}, which you can help with`] : []
  return known.length > 0 && help.length > 0 ? [...known, '. ', ...help] : [...known, ...help]
}

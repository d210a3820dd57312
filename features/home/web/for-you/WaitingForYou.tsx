import { Link } from '@tanstack/react-router'
import {
  CircleCheck,
  Coffee,
  HandHelping,
  Handshake,
  Hourglass,
  type LucideIcon,
  PenLine,
  UserPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { StoredDraft } from '../../../../web/form/use-stored-drafts.ts'
import { RelativeTime } from '../../../../web/ui/RelativeTime.tsx'
import { toast } from '../../../../web/ui/toast.ts'
import { useIsPhone } from '../../../../web/ui/use-is-phone.ts'
import type { Waiting, WaitingKind } from '../../contract.ts'
import { sectionLink } from '../Section.tsx'
import { titleOf } from './drafts.ts'
import { Part } from './Part.tsx'
import { Sentence } from './Sentence.tsx'
import { sentenceOf, textOf } from './sentence.ts'
import { useShowAll } from './use-show-all.tsx'

const ROWS_SHOWN_FIRST = 5
const ROWS_SHOWN_FIRST_ON_PHONE = 3

/** As in the notifications, with the word for the act. */
const kinds: Record<WaitingKind, { icon: LucideIcon; act: string }> = {
  offer: { icon: HandHelping, act: 'Answer' },
  question: { icon: UserPlus, act: 'Answer' },
  report: { icon: CircleCheck, act: 'Introduce' },
  met: { icon: Coffee, act: 'Answer' },
  still_looking: { icon: Hourglass, act: 'Answer' },
  asked: { icon: Handshake, act: 'See the request' },
}

type WrittenDraft = StoredDraft & { address: string }

/** What others wait for, the newest first, and then what the member has not finished writing. */
export function WaitingForYou({ waiting, drafts }: { waiting: Waiting[]; drafts: WrittenDraft[] }) {
  const rows = [
    ...waiting.map(item => <Item key={`${item.kind} ${item.request_id}`} item={item} />),
    ...drafts.map(draft => <DraftItem key={draft.id} draft={draft} />),
  ]
  const { list, shown, showAll } = useShowAll(rows, useIsPhone() ? ROWS_SHOWN_FIRST_ON_PHONE : ROWS_SHOWN_FIRST)
  return (
    <Part title="Waiting for you">
      <ul ref={list} className="divide-y divide-line">
        {shown}
      </ul>
      {showAll}
    </Part>
  )
}

function Item({ item }: { item: Waiting }) {
  const { icon, act } = kinds[item.kind]
  const pieces = sentenceOf(item)
  return (
    <Row
      icon={icon}
      acts={
        <Link
          to="/introduction-requests"
          search={{ request: String(item.request_id) } as never}
          aria-label={`${act}: ${textOf(pieces)}`}
          // The whole row leads there.
          className="text-sm font-medium whitespace-nowrap text-accent underline-offset-2 after:absolute after:inset-0 hover:underline"
        >
          {act}
        </Link>
      }
    >
      <Sentence pieces={pieces} />
      <span className="text-muted max-sm:hidden">
        {' · '}
        <RelativeTime when={item.at} />
      </span>
    </Row>
  )
}

function DraftItem({ draft }: { draft: WrittenDraft }) {
  const { text, address } = draft
  const title = titleOf(draft)
  const name = text ? `${title}: ${text}` : title
  const discard = () => {
    const restore = draft.discard()
    toast.success('Draft discarded', undefined, { action: { label: 'Undo', run: restore } })
  }
  return (
    <Row
      icon={PenLine}
      acts={
        <>
          <Link to={address as never} aria-label={`Continue: ${name}`} className={sectionLink}>
            Continue
          </Link>
          <button
            type="button"
            aria-label={`Discard: ${name}`}
            onClick={discard}
            className="touchable text-sm font-medium text-muted underline-offset-2 hover:text-ink hover:underline"
          >
            Discard
          </button>
        </>
      }
    >
      <span className="line-clamp-2">
        {title}
        {text && (
          <>
            {': '}
            <bdi className="font-medium">{text}</bdi>
          </>
        )}
      </span>
    </Row>
  )
}

/** On a phone the acts are below the text. */
const Row = ({ icon: Icon, acts, children }: { icon: LucideIcon; acts: ReactNode; children: ReactNode }) => (
  <li className="relative flex gap-3 py-3">
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-tint text-on-tint">
      <Icon aria-hidden size={15} />
    </span>
    <div className="flex min-w-0 flex-1 flex-col gap-1 sm:flex-row sm:items-center sm:justify-between sm:gap-4">
      <div className="min-w-0 text-sm wrap-anywhere">{children}</div>
      <div className="flex shrink-0 gap-4">{acts}</div>
    </div>
  </li>
)

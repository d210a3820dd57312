import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWaiting, type Waiting } from '../api/queue.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { useConfirm } from '../ui/confirm-context.ts'
import { discard } from './queue.ts'

/** What waits for the network, and what the server refused afterwards, with its text. */
export function WaitingNotice() {
  const all = useWaiting()
  const [isOpen, setIsOpen] = useState(false)
  const waiting = all.filter(({ refused }) => refused === undefined)
  const refused = all.filter(item => item.refused !== undefined)
  return (
    <>
      {waiting.length > 0 && (
        <Banner
          tone="info"
          action={
            <Button size="sm" variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              {isOpen ? 'Hide' : 'Show'}
            </Button>
          }
        >
          {waiting.length === 1 ? '1 change waits' : `${waiting.length} changes wait`} for the network.
          {isOpen && <List items={waiting} />}
        </Banner>
      )}
      {refused.length > 0 && (
        <Banner tone="amber" title="Not sent">
          <List items={refused} />
        </Banner>
      )}
    </>
  )
}

const List = ({ items }: { items: Waiting[] }) => (
  <ul className="mt-2 flex max-h-64 flex-col gap-3 overflow-y-auto">
    {items.map(item => (
      <Item key={item.id} item={item} />
    ))}
  </ul>
)

function Item({ item }: { item: Waiting }) {
  const { place, refused } = item
  const { text, page } = item.write
  const [path, query] = page.split('?')
  const confirm = useConfirm()
  const remove = async () => {
    const title = 'Discard this text?'
    if (text === undefined || (await confirm({ title, text, confirm: 'Discard', danger: true }))) discard(item)
  }
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <Link
          to={path}
          search={Object.fromEntries(new URLSearchParams(query)) as never}
          className="font-semibold underline"
        >
          {place}
        </Link>
        {refused !== undefined && <p>{refused}</p>}
        {text !== undefined && <p className="line-clamp-3 wrap-anywhere whitespace-pre-line">{text}</p>}
      </div>
      <span className="flex gap-2">
        {text !== undefined && (
          <CopyButton text={text} size="sm">
            Copy text
          </CopyButton>
        )}
        <Button size="sm" variant="secondary" onClick={remove}>
          Discard
        </Button>
      </span>
    </li>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Endpoint, Input } from '../../contract/endpoint.ts'
import { keyOf } from '../api/query.ts'
import { forgetHeld, useHeldCount } from './held-rows.ts'

type Props<E extends Endpoint> = {
  /** The endpoint and the input of the list below the button. */
  list: E
  input: Input<E>
  /** The singular, 'topic'; `many` is for an irregular plural. */
  one: string
  many?: string
}

/** Resolves after the new rows are rendered and the browser has anchored the scroll position: an earlier scroll would be undone. */
const afterRender = () => new Promise<void>(done => setTimeout(() => requestAnimationFrame(() => setTimeout(done))))

/** A '3 new topics' button above a list. It takes no space, and the rows move only when it is pressed. */
export function NewRows<E extends Endpoint>({ list, input, one, many = `${one}s` }: Props<E>) {
  const cache = useQueryClient()
  const key = keyOf(list, input)
  const count = useHeldCount(key)
  const [busy, setBusy] = useState(false)
  const top = useRef<HTMLSpanElement>(null)

  async function show() {
    if (busy) return
    setBusy(true)
    await cache.refetchQueries({ queryKey: key, exact: true })
    setBusy(false)
    if (cache.getQueryState(key)?.status === 'error') return
    forgetHeld(key)
    await afterRender()
    top.current?.scrollIntoView({ block: 'nearest' })
    // The button disappears: move the focus to the first of the new rows.
    top.current?.focus({ preventScroll: true })
  }

  return (
    <>
      <span ref={top} tabIndex={-1} className="absolute outline-none" />
      <div
        aria-live="polite"
        className="pointer-events-none sticky top-20 z-20 flex h-0 items-center justify-center in-[[role=dialog]]:top-5"
      >
        {count > 0 && (
          <button
            type="button"
            aria-busy={busy}
            onClick={() => void show()}
            className="pointer-events-auto flex h-9 shrink-0 animate-rise items-center gap-1.5 rounded-full bg-accent px-4 text-sm font-semibold text-on-accent shadow-overlay transition-colors hover:bg-accent-strong pointer-coarse:h-11"
          >
            <ArrowUp aria-hidden size={16} />
            {`${count} new ${count === 1 ? one : many}`}
          </button>
        )}
      </div>
    </>
  )
}

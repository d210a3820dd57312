import { useRef, useState } from 'react'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { ApiError, api, messageOf } from '../../../web/api/call.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Button } from '../../../web/ui/Button.tsx'
import { listTopics } from '../../forum/contract.ts'
import { readProfiles, TEST_PAGE_LIMIT } from '../contract.ts'

type Outcome = { rows: unknown } | { error: string }

/** Shows the raw replies of the server. The page is public; the data is not. */
export default function TestPage() {
  const [busy, setBusy] = useState<Endpoint>()
  const [outcome, setOutcome] = useState<Outcome>()
  const latest = useRef<Endpoint>(undefined)

  async function read(endpoint: typeof readProfiles | typeof listTopics) {
    latest.current = endpoint
    setBusy(endpoint)
    setOutcome(undefined)
    const next = await api(endpoint, { limit: TEST_PAGE_LIMIT }).then(rows => ({ rows }), asError)
    // Ignore a stale response: the other button was pressed after it.
    if (latest.current !== endpoint) return
    setBusy(undefined)
    setOutcome(next)
  }

  return (
    <main id="main" className="mx-auto flex max-w-3xl flex-col gap-6 px-4 py-10">
      <h1 className="text-4xl">Test page</h1>
      <p className="text-muted">Reads up to {TEST_PAGE_LIMIT} rows from the server and shows its answer as it is.</p>
      <div className="flex flex-wrap gap-3">
        <Button busy={busy === readProfiles} onClick={() => read(readProfiles)}>
          Test Profiles
        </Button>
        <Button variant="secondary" busy={busy === listTopics} onClick={() => read(listTopics)}>
          Test Posts
        </Button>
      </div>
      {outcome && <Result outcome={outcome} />}
    </main>
  )
}

function Result({ outcome }: { outcome: Outcome }) {
  if ('error' in outcome) return <Banner>{outcome.error}</Banner>
  return (
    <section aria-label="Result" className="overflow-x-auto rounded-card border border-line bg-surface p-4">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable by keyboard */}
      <pre tabIndex={0} className="font-mono text-xs">
        {JSON.stringify(outcome.rows, null, 2)}
      </pre>
    </section>
  )
}

/** An error response of the server, or any other error. */
const asError = (error: unknown): Outcome => ({
  error: `${error instanceof ApiError && error.status > 0 ? 'Backend' : 'Unexpected'} error: ${messageOf(error)}`,
})

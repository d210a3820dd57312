import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { limits, similarInvestors } from '../contract.ts'
import { linkTo } from './use-address.ts'

const DEBOUNCE_MS = 400

type Props = {
  name: string
  firm: string
  /** The investor being edited is no duplicate of itself. */
  except?: number
  /** Called when a link to a similar investor is followed. */
  onLeave: () => void
}

/** Warns while the form is filled in that this investor may already exist. */
export function SimilarNotice({ name, firm, except, onLeave }: Props) {
  const debounced = useDebounced(JSON.stringify({ name: name.trim(), firm: firm.trim() }))
  const input = JSON.parse(debounced) as { name: string; firm: string }
  const isComplete = [input.name, input.firm].every(text => text && text.length <= limits.name)
  const { data } = useApi(similarInvestors, input, { enabled: isComplete })
  const similar = (data ?? []).filter(({ id }) => id !== except)
  if (similar.length === 0) return null
  return (
    <div className="sm:col-span-2">
      <Banner tone="amber" title="This investor may already be here">
        <ul>
          {similar.map(investor => (
            <li key={investor.id}>
              <Link {...linkTo(investor.id)} onClick={onLeave} dir="auto" className="underline">
                {`${investor.name}, ${investor.firm}`}
              </Link>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setDebounced, DEBOUNCE_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}

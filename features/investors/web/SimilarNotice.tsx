import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useApi } from '../../../web/api/query.ts'
import { Banner } from '../../../web/ui/Banner.tsx'
import { limits, similarInvestors } from '../contract.ts'
import { linkTo } from './use-address.ts'

const TYPING_PAUSE_MS = 400

type Props = {
  name: string
  firm: string
  /** The investor being edited is no duplicate of itself. */
  except?: number
  /** Somebody follows a link to one of them. */
  onLeave: () => void
}

/** Says, while somebody fills in the form, that this investor seems to be there already. */
export function SimilarNotice({ name, firm, except, onLeave }: Props) {
  const asked = useSettled(JSON.stringify({ name: name.trim(), firm: firm.trim() }))
  const input = JSON.parse(asked) as { name: string; firm: string }
  const isAsked = [input.name, input.firm].every(text => text && text.length <= limits.name)
  const { data } = useApi(similarInvestors, input, { enabled: isAsked })
  const others = (data ?? []).filter(one => one.id !== except)
  if (others.length === 0) return null
  return (
    <div className="sm:col-span-2">
      <Banner tone="amber" title="This investor may already be here">
        <ul>
          {others.map(one => (
            <li key={one.id}>
              <Link {...linkTo(one.id)} onClick={onLeave} dir="auto" className="underline">
                {`${one.name}, ${one.firm}`}
              </Link>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  )
}

/** A value as it was when it last stood still for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(setSettled, TYPING_PAUSE_MS, value)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

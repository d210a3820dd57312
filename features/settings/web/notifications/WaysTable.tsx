import { Lock } from 'lucide-react'
import { community } from '../../../../web/api/boot.ts'
import { ways } from '../../../notifications/contract.ts'
import { chosenKinds, kindLabels } from './kind-labels.ts'
import type { Values } from './use-notification-form.ts'

const wayLabels: Record<(typeof ways)[number], string> = {
  app: 'In the app only',
  mail: 'Mail at once',
  digest: 'In the digest',
}

/** On a wide screen the radio buttons of a row stand in the columns of the header; on a phone each has its label. */
const row =
  'grid gap-x-2 gap-y-1 border-t border-line py-2 sm:grid-cols-[minmax(0,1fr)_repeat(3,6.5rem)] sm:items-center'

type Props = { values: Values; change: (values: Partial<Values>) => void }

/** Kinds × ways. A group of radio buttons for each kind, which reads well in a screen reader and on a phone, unlike a table. */
export function WaysTable({ values, change }: Props) {
  return (
    <div>
      <div aria-hidden className={`${row} hidden border-t-0 text-sm font-medium text-muted sm:grid`}>
        <span>What happens</span>
        {ways.map(way => (
          <span key={way} className="text-center">
            {wayLabels[way]}
          </span>
        ))}
      </div>
      {chosenKinds.map(kind => (
        <div key={kind} role="radiogroup" aria-labelledby={`kind-${kind}`} className={row}>
          <span id={`kind-${kind}`} className="pt-1 sm:pt-0">
            {kindLabels[kind]}
          </span>
          <div className="grid grid-cols-3 gap-1 rounded-control sm:contents">
            {ways.map(way => (
              <label
                key={way}
                className="flex min-h-10 cursor-pointer items-center justify-center gap-2 rounded-control border border-line px-1 text-center text-sm has-checked:border-accent has-checked:bg-tint has-checked:text-on-tint has-focus-visible:outline-2 sm:border-0 sm:hover:bg-sunken sm:has-checked:bg-transparent"
              >
                <input
                  type="radio"
                  name={kind}
                  checked={values[kind] === way}
                  onChange={() => change({ [kind]: way })}
                  className="sr-only size-4 accent-accent sm:not-sr-only"
                />
                <span className="sm:sr-only">{wayLabels[way]}</span>
              </label>
            ))}
          </div>
        </div>
      ))}
      <div className={row}>
        <div>
          <p>Safety of your account</p>
          <p className="text-sm text-muted">
            A new device, a new password, email or second factor. You cannot switch this off: it shows you if somebody
            else uses your account.
          </p>
        </div>
        <p className="flex items-center gap-2 text-sm text-muted sm:col-span-3 sm:justify-center">
          <Lock aria-hidden size={16} className="shrink-0" />
          {community.sends_mail ? 'Always by mail at once' : 'Always in the app'}
        </p>
      </div>
    </div>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { useId } from 'react'
import { keyOf } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { cx } from '../../../web/ui/cx.ts'
import {
  getTies,
  type InvestorTies,
  kindLabels,
  kinds,
  removeTie,
  setTie,
  showings,
  shownLabels,
} from '../../ties/contract.ts'

type Mine = InvestorTies['mine']

const notes = {
  none: 'Nobody sees it, unless you allow it.',
  quiet: 'Nobody sees this. You are told when somebody seeks an introduction, and answer only if you want to.',
  named: 'Members see your name here and on requests for an introduction.',
}

const choices = 'flex flex-col divide-y divide-line overflow-hidden rounded-control border border-line'

/** The reader's own tie: one click says how, a second one who sees it. A click on the chosen one takes it back. */
export function MyTie({ investorId: id, mine }: { investorId: number; mine: Mine }) {
  const cache = useQueryClient()
  const options = {
    onSuccess: (ties: InvestorTies) => void cache.setQueryData(keyOf(getTies, { id }), ties),
    failure: 'Your choice was not saved',
  }
  const set = useSend(setTie, options)
  const remove = useSend(removeTie, options)
  const isBusy = set.busy || remove.busy
  const label = useId()
  const note = useId()
  return (
    <div className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      <h3 id={label} className="font-sans text-sm font-medium">
        Do you know them?
      </h3>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be labelled by a heading outside of it */}
      <div role="group" aria-labelledby={label} aria-describedby={note} className={choices}>
        {kinds.map(kind => (
          <Toggle
            key={kind}
            isOn={mine?.kind === kind}
            isBusy={isBusy}
            onClick={() => void (mine?.kind === kind ? remove.send({ id }) : set.send({ id, kind }))}
          >
            {kindLabels[kind]}
          </Toggle>
        ))}
      </div>
      {mine && (
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div role="group" aria-label="Who sees this" className={choices}>
          {showings.map(shown => (
            <Toggle
              key={shown}
              isOn={mine.shown === shown}
              isBusy={isBusy}
              onClick={() => mine.shown !== shown && void set.send({ id, kind: mine.kind, shown })}
            >
              {shownLabels[shown]}
            </Toggle>
          ))}
        </div>
      )}
      <p id={note} role="status" className="text-sm text-muted">
        {notes[mine?.shown ?? 'none']}
        {mine && ` Click on ‘${kindLabels[mine.kind]}’ again to take it back.`}
      </p>
    </div>
  )
}

function Toggle(props: { isOn: boolean; isBusy: boolean; onClick: () => void; children: string }) {
  const { isOn, isBusy, onClick, children } = props
  const Icon = isOn ? CircleCheck : Circle
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-disabled={isBusy}
      onClick={onClick}
      className={cx(
        'flex min-h-10 items-center gap-2.5 px-3 py-2 text-left text-sm -outline-offset-2 transition-colors pointer-coarse:min-h-11',
        isOn ? 'bg-tint font-medium text-on-tint' : 'hover:bg-sunken',
      )}
    >
      <Icon aria-hidden size={16} className={cx('shrink-0', !isOn && 'text-edge')} />
      {children}
    </button>
  )
}

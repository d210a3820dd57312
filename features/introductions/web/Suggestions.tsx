import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useId, useRef } from 'react'
import { messageOf } from '../../../web/api/call.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Checkbox } from '../../../web/ui/Checkbox.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { Skeleton, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { useFreshError } from '../../../web/ui/use-fresh-error.ts'
import { VisuallyHidden } from '../../../web/ui/VisuallyHidden.tsx'
import type { Suggestion } from '../../suggestions/contract.ts'
import { reasonLabels, type useSuggestions } from './use-suggestions.ts'

type Props = {
  suggestions: ReturnType<typeof useSuggestions>
  /** The name of the target. */
  target: string
  error: string | undefined
  onChange: (ids: number[]) => void
}

/** Members who could make the introduction, with the reasons. Those who are ticked are asked when the request is created. */
export function Suggestions({ suggestions, ...props }: Props) {
  const { data, chosen, isPlaceholderData, error, refetch } = suggestions
  if (data) return <List {...props} members={data} chosen={chosen} isOld={isPlaceholderData} />
  return error ? (
    <Banner title="Members who could make it could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
      {messageOf(error)}
    </Banner>
  ) : (
    <SkeletonRegion label="Loading members who could make it" times={3}>
      <SkeletonRow />
    </SkeletonRegion>
  )
}

type ListProps = Omit<Props, 'suggestions'> & {
  members: Suggestion[]
  chosen: number[]
  /** They are those of the target before: the new ones are being loaded. */
  isOld: boolean
}

function List({ members, chosen, isOld, target, error, onChange }: ListProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const shownError = useFreshError(error, chosen.join(), frame)
  const toggle = (member: number, isAsked: boolean) =>
    onChange(isAsked ? [...chosen, member] : chosen.filter(other => other !== member))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset cannot be laid out like the labels of the other fields
    <div
      ref={frame}
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={shownError ? `${id}-error ${id}-hint` : `${id}-hint`}
      aria-busy={isOld}
      data-problem={shownError && ''}
      className="flex flex-col gap-1.5 text-sm"
    >
      <span id={`${id}-label`} className="font-medium">
        Members who could make it
      </span>
      {/* Above the list: below it, it would be far from the first tick, which gets the focus. */}
      {shownError && (
        <p id={`${id}-error`} className="text-error">
          {shownError}
        </p>
      )}
      {members.length > 0 && (
        <ul className={cx('@container divide-y divide-line rounded-control border border-line', isOld && 'opacity-60')}>
          {members.map(member => (
            <li key={member.id} className="flex min-w-0 flex-wrap items-start justify-end gap-3 p-4">
              {/* With large text on a phone there is no room for it. */}
              <span className="@max-[10rem]:hidden">
                <Avatar size="sm" name={member.full_name} src={member.profile_picture} />
              </span>
              <About suggestion={member} target={target} />
              <span className="shrink-0 pl-2">
                <Checkbox
                  label={
                    <>
                      Ask<VisuallyHidden> {member.full_name}</VisuallyHidden>
                    </>
                  }
                  checked={chosen.includes(member.id)}
                  disabled={isOld}
                  onChange={isAsked => toggle(member.id, isAsked)}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
      <p id={`${id}-hint`} className="text-muted">
        {hintOf(members.length, chosen.length)}
      </p>
    </div>
  )
}

function About({ suggestion, target }: { suggestion: Suggestion; target: string }) {
  const { id, full_name, title, company_name } = suggestion
  const role = [title, company_name].filter(Boolean).join(' at ')
  return (
    <div className="min-w-[min(5rem,100%)] flex-1 text-sm">
      <Link
        to="/members/$id"
        params={{ id: String(id) }}
        dir="auto"
        className="block text-left text-base font-medium wrap-anywhere hover:underline"
      >
        {full_name}
      </Link>
      {role && (
        <p dir="auto" className="text-left wrap-anywhere text-muted">
          {role}
        </p>
      )}
      <p className="mt-1 wrap-anywhere">
        {reasonsOf(suggestion, target).map((reason, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the reasons of a member do not change
          <Fragment key={n}>
            {n > 0 && ' · '}
            {reason}
          </Fragment>
        ))}
      </p>
    </div>
  )
}

function reasonsOf({ reasons, can_help_with: areas }: Suggestion, target: string): ReactNode[] {
  const said = reasons.map(reason =>
    reason === 'invested' ? (
      <>
        <bdi>{target || 'The investor'}</bdi> invested in their company
      </>
    ) : (
      reasonLabels[reason]
    ),
  )
  return areas.length > 0 ? [...said, `Can help with ${inWords(areas)}`] : said
}

const inWords = (areas: readonly string[]) =>
  areas.length < 2 ? areas.join() : `${areas.slice(0, -1).join(', ')} and ${areas.at(-1)}`

function hintOf(suggested: number, asked: number): string {
  if (suggested === 0) return 'Nobody stands out yet. The whole community sees your request.'
  if (asked === 0) return 'The whole community sees your request. Tick those who should also be asked directly.'
  return `The whole community sees your request, and ${asked === 1 ? 'one member is' : `${asked} members are`} asked directly. Only you see whom you asked.`
}

const SkeletonRow = () => (
  <span className="flex items-start gap-3 p-4">
    <Skeleton round className="size-8 shrink-0" />
    <span className="flex flex-1 flex-col gap-2.5">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-3.5 w-3/5" />
    </span>
  </span>
)

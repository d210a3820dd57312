import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, use } from 'react'
import { messageOf } from '../../../web/api/call.ts'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { Banner } from '../../../web/ui/Banner.tsx'
import { Checkbox } from '../../../web/ui/Checkbox.tsx'
import { cx } from '../../../web/ui/cx.ts'
import { Field } from '../../../web/ui/Field.tsx'
import { FieldContext } from '../../../web/ui/field-context.ts'
import { Skeleton, SkeletonRegion } from '../../../web/ui/Skeleton.tsx'
import { TryAgain } from '../../../web/ui/TryAgain.tsx'
import { VisuallyHidden } from '../../../web/ui/VisuallyHidden.tsx'
import type { Suggestion } from '../../suggestions/contract.ts'
import { reasonLabels, type useSuggestions } from './use-suggestions.ts'

const LABEL = 'Members who could make it'

type Props = {
  suggestions: ReturnType<typeof useSuggestions>
  /** The name of the target. */
  target: string
  error: string | undefined
  onChange: (ids: number[]) => void
}

/** Members who could make the introduction, with the reasons. Those who are ticked are asked when the request is created. */
export function Suggestions({ suggestions, target, error, onChange }: Props) {
  const { data, chosen, isPlaceholderData: isOld, error: failure, refetch } = suggestions
  if (!data)
    return failure ? (
      <Banner title="Members who could make it could not be loaded" action={<TryAgain size="sm" again={refetch} />}>
        {messageOf(failure)}
      </Banner>
    ) : (
      <SkeletonRegion label="Loading members who could make it" times={3} className="flex flex-col gap-4">
        <SkeletonRow />
      </SkeletonRegion>
    )
  const toggle = (id: number, isAsked: boolean) =>
    onChange(isAsked ? [...chosen, id] : chosen.filter(other => other !== id))
  return (
    <Field
      group
      label={LABEL}
      hint={<Hint isEmpty={data.length === 0} asked={chosen.length} />}
      error={error}
      text={chosen.join()}
    >
      {data.length > 0 && (
        <Group isBusy={isOld}>
          {data.map(suggestion => (
            <li key={suggestion.id} className="flex min-w-0 items-start gap-3 p-4">
              <Avatar size="sm" name={suggestion.full_name} src={suggestion.profile_picture} />
              <About suggestion={suggestion} target={target} />
              <span className="ml-auto shrink-0 pl-2">
                <Checkbox
                  label={
                    <>
                      Ask<VisuallyHidden> {suggestion.full_name}</VisuallyHidden>
                    </>
                  }
                  checked={chosen.includes(suggestion.id)}
                  disabled={isOld}
                  onChange={isAsked => toggle(suggestion.id, isAsked)}
                />
              </span>
            </li>
          ))}
        </Group>
      )}
    </Field>
  )
}

function Group({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  const field = use(FieldContext)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be labelled by an element outside of it
    <div
      role="group"
      aria-labelledby={field?.labelId}
      aria-describedby={field?.describedBy}
      aria-busy={isBusy}
      className={cx('rounded-control border border-line transition-opacity', isBusy && 'opacity-60')}
    >
      <ul className="divide-y divide-line">{children}</ul>
    </div>
  )
}

function About({ suggestion, target }: { suggestion: Suggestion; target: string }) {
  const { id, full_name, title, company_name } = suggestion
  const role = [title, company_name].filter(Boolean).join(' at ')
  return (
    <div className="min-w-0 text-sm">
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

function Hint({ isEmpty, asked }: { isEmpty: boolean; asked: number }) {
  if (isEmpty) return 'Nobody stands out yet. The whole community sees your request.'
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

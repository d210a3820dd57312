import { Autocomplete } from '@base-ui/react/autocomplete'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { Avatar } from '../../../web/ui/Avatar.tsx'
import { keepsEnterInList } from '../../../web/ui/enter-in-list.ts'
import { Field } from '../../../web/ui/Field.tsx'
import { useFieldControl } from '../../../web/ui/field-context.ts'
import { MemberOption } from '../../../web/ui/MemberOption.tsx'
import { optionLook, popupLook } from '../../../web/ui/option-look.ts'
import type { IntroductionRequest } from '../contract.ts'
import { limits } from '../shared/rules.ts'
import { type Candidate, useCandidates } from './candidates.ts'
import { LinkedTarget } from './LinkedTarget.tsx'
import type { Target } from './target.ts'

type Typing = { onType: (name: string) => void; onChoose: (candidate: Candidate) => void }
type Props = Typing & {
  target: Omit<Target, 'target_email'>
  error: string | undefined
  /** My other open request for this member. */
  asked?: IntroductionRequest
  onUnlink: () => void
}

/** The person to meet: any name may be typed; members and investors with a matching name are suggested, and one who is picked is linked. */
export function TargetPerson({ target, error, asked, onUnlink, ...typing }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Field
        label="Target Person"
        hint={asked ? <AlreadyAsked request={asked} /> : 'Optional. A member, an investor, or anybody else.'}
        error={error}
        text={target.target_person}
        limit={limits.target_person}
      >
        <Control ref={input} value={target.target_person} {...typing} />
      </Field>
      <LinkedTarget
        target={target}
        onUnlink={() => {
          onUnlink()
          // The pressed button disappears.
          input.current?.focus()
        }}
      />
    </div>
  )
}

const AlreadyAsked = ({ request }: { request: IntroductionRequest }): ReactNode => (
  <>
    Your open request for them:{' '}
    <Link
      to="/introduction-requests"
      search={{ request: String(request.id) } as never}
      className="text-accent underline underline-offset-2 wrap-anywhere"
    >
      <bdi>{request.request_title}</bdi>
    </Link>
  </>
)

function Control({ ref, value, onType, onChoose }: Typing & { ref: Ref<HTMLInputElement>; value: string }) {
  const field = useFieldControl()
  const [isOpen, setOpen] = useState(false)
  // A name from the URL or a draft is not searched for until the member types.
  const candidates = useCandidates(isOpen ? value : '')
  const members = candidates.flatMap(candidate => (candidate.kind === 'member' ? [candidate.member] : []))
  return (
    <Autocomplete.Root
      items={candidates}
      filter={null}
      // An open popup without items would still hide the rest of the form from screen readers.
      open={isOpen && candidates.length > 0}
      onOpenChange={setOpen}
      value={value}
      onValueChange={onType}
      itemToStringValue={(candidate: Candidate) => candidate.name}
    >
      <Autocomplete.Input
        ref={ref}
        {...field}
        name="target_person"
        dir="auto"
        autoComplete="off"
        className="control"
        // The typed name stays as it is.
        onKeyDown={event => keepsEnterInList(event) && setOpen(false)}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner sideOffset={6} className="z-50 outline-none">
          <Autocomplete.Popup aria-label="Members and investors" className={popupLook}>
            <Autocomplete.List className="outline-none">
              {(candidate: Candidate) => (
                <Autocomplete.Item
                  key={`${candidate.kind}-${candidate.id}`}
                  value={candidate}
                  className={optionLook}
                  onClick={() => onChoose(candidate)}
                >
                  {candidate.kind === 'member' ? (
                    <MemberOption member={candidate.member} among={members} />
                  ) : (
                    <InvestorOption {...candidate} />
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  )
}

const InvestorOption = ({ name, title, firm }: Extract<Candidate, { kind: 'investor' }>) => (
  <>
    <Avatar size="sm" name={name} src={null} />
    <span className="min-w-0">
      <span dir="auto" className="block truncate">
        {name}
      </span>
      <span dir="auto" className="block truncate text-muted">
        {['Investor', [title, firm].filter(Boolean).join(' at ')].join(' · ')}
      </span>
    </span>
  </>
)

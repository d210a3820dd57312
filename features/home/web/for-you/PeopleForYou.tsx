import { Link } from '@tanstack/react-router'
import { Handshake, Mail, X } from 'lucide-react'
import { useSend } from '../../../../web/api/send.ts'
import { Avatar } from '../../../../web/ui/Avatar.tsx'
import { IconButton } from '../../../../web/ui/IconButton.tsx'
import { LinkButton } from '../../../../web/ui/LinkButton.tsx'
import { ReasonList } from '../../../../web/ui/ReasonList.tsx'
import { toast } from '../../../../web/ui/toast.ts'
import { useIsPhone } from '../../../../web/ui/use-is-phone.ts'
import {
  listPeopleForMe,
  listPeopleToMeet,
  listRefused,
  type PersonForMe,
  refuseMember,
  takeBackRefusal,
} from '../../../matches/contract.ts'
import { sectionLink } from '../Section.tsx'
import { Part } from './Part.tsx'
import { useShowAll } from './use-show-all.tsx'

/** On a phone one is enough at first: the community's own sections follow. */
const FIRST_ON_PHONE = 1

/** Members with the reasons, others each day. */
export function PeopleForYou({ people }: { people: PersonForMe[] }) {
  const isPhone = useIsPhone()
  const { list, shown, showAll } = useShowAll(people, isPhone ? FIRST_ON_PHONE : people.length)
  return (
    <Part
      title="People for you"
      action={
        <Link to="/members" search={{ sort: 'best' } as never} className={sectionLink}>
          See all, best for me first
        </Link>
      }
    >
      <ul ref={list} className="grid gap-4 lg:grid-cols-3">
        {shown.map(person => (
          <Person key={person.id} person={person} heading="h4" />
        ))}
      </ul>
      {showAll}
    </Part>
  )
}

/** `heading`: one level below the title around it. */
export function Person({ person, heading: Heading }: { person: PersonForMe; heading: 'h3' | 'h4' }) {
  const { id, full_name, title, company_name, email, reasons } = person
  const { refuse, busy } = useRefusal(person)
  const role = [title, company_name].filter(Boolean).join(' at ')
  return (
    <li className="@container flex min-w-0 flex-col gap-4 rounded-card border border-line p-4">
      <div className="flex items-center gap-3">
        {/* With large text on a phone there is no room for it. */}
        <span className="@max-[10rem]:hidden">
          <Avatar name={full_name} src={person.profile_picture} />
        </span>
        <div className="min-w-0">
          <Heading dir="auto" className="text-left font-serif text-lg wrap-anywhere">
            <Link
              to="/members/$id"
              params={{ id: String(id) }}
              className="touchable inline-block underline-offset-2 hover:underline"
            >
              {full_name}
            </Link>
          </Heading>
          {role && (
            <p dir="auto" className="text-left text-sm wrap-anywhere text-muted">
              {role}
            </p>
          )}
        </div>
        <span className="-mt-2 -mr-2 ml-auto self-start">
          <IconButton icon={X} size="sm" label={`Not for me: ${full_name}`} aria-busy={busy} onClick={refuse} />
        </span>
      </div>
      <ReasonList reasons={reasons} />
      <div className="mt-auto flex flex-wrap items-center gap-2">
        {email && (
          <LinkButton
            size="sm"
            variant="secondary"
            icon={Mail}
            render={<a href={`mailto:${email}`} aria-label={`Write to ${full_name}`} />}
          >
            Write
          </LinkButton>
        )}
        <LinkButton
          size="sm"
          variant="secondary"
          icon={Handshake}
          render={
            <Link
              to="/create-introduction-request"
              search={{ member: String(id), target_person: full_name, ...(email && { target_email: email }) } as never}
              aria-label={`Request introduction to ${full_name}`}
            />
          }
        >
          Request introduction
        </LinkButton>
      </div>
    </li>
  )
}

function useRefusal({ id, full_name }: PersonForMe) {
  const refresh = [listPeopleForMe, listPeopleToMeet, listRefused]
  const { send: takeBack } = useSend(takeBackRefusal, { refresh, failure: 'The member was not taken back' })
  const { send, busy } = useSend(refuseMember, {
    refresh,
    failure: 'Your choice was not saved',
    onSuccess: () =>
      void toast.success(`${full_name} is not shown here again`, 'They are not told.', {
        about: `refuse ${id}`,
        action: { label: 'Undo', run: () => void takeBack({ id }) },
      }),
  })
  return { refuse: () => void send({ id }), busy }
}

import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { IntroductionRequest } from '../contract.ts'

type Props = { request: Pick<IntroductionRequest, 'target_person' | 'target_profile_id' | 'target_investor_id'> }

/** A click on the link must not also open the row that contains it. */
const onlyHere = (event: MouseEvent) => event.stopPropagation()

/** The target's name, linked to the page of the member or investor who was picked. */
export function TargetLink({ request: { target_person, target_profile_id, target_investor_id } }: Props) {
  const name = <bdi>{target_person}</bdi>
  const look = 'font-medium text-ink underline decoration-line underline-offset-2 hover:decoration-current'
  if (target_profile_id !== null)
    return (
      <Link to="/members/$id" params={{ id: String(target_profile_id) }} onClick={onlyHere} className={look}>
        {target_person ? name : 'a member'}
      </Link>
    )
  if (target_investor_id !== null)
    return (
      <Link
        to="/investors"
        search={{ investor: String(target_investor_id) } as never}
        onClick={onlyHere}
        className={look}
      >
        {target_person ? name : 'an investor'}
      </Link>
    )
  return name
}

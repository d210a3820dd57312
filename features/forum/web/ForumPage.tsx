import { useNavigate, useParams, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { idIn } from '../../../contract/ids.ts'
import type { Topic } from '../contract.ts'
import './follow-topics.ts'
import { TopicDialog } from './TopicDialog.tsx'
import { NEW_TOPIC, TopicList } from './TopicList.tsx'
import { TopicView } from './TopicView.tsx'

/** /forum is the list, /forum/{id} the same screen with that topic open, /forum/new with the New Topic dialog open. */
export default function ForumPage(): ReactNode {
  const { id } = useParams({ strict: false }) as { id?: string }
  const isNew = useRouterState({ select: state => /^\/forum\/new\/?$/.test(state.location.pathname) })
  const [edited, setEdited] = useState<Topic | null>(null)
  const navigate = useNavigate()
  const toList = () =>
    void navigate({
      to: '/forum',
      search: (now: object) => now as never,
      state: { focus: NEW_TOPIC },
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      {id === undefined ? <TopicList onEdit={setEdited} /> : <TopicView id={idIn(id)} onEdit={setEdited} />}
      {isNew && <TopicDialog topic={null} onClose={toList} />}
      {edited && <TopicDialog topic={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

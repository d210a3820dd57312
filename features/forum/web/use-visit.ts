import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { inBackground } from '../../../web/api/background.ts'
import { api } from '../../../web/api/call.ts'
import { patchRows } from '../../../web/api/send-cache.ts'
import { type Topic, visitTopic } from '../contract.ts'
import { withTopics } from './topic-cache.ts'

/** Notes which replies the member has seen, once they are shown in a visible tab, and again when new ones arrive. */
export function useVisit(topic: Topic, lastReplyId: number | undefined): void {
  const cache = useQueryClient()
  const { id } = topic
  const onNoted = useEffectEvent((last: number) => {
    // Later replies are counted again when the topic is read.
    if (topic.unseen && topic.unseen.first_reply_id <= last) patchRows(cache, withTopics, id, { unseen: null })
  })
  useEffect(() => {
    if (lastReplyId === undefined) return
    const note = async () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', note)
      // Not noted while offline: then the replies stay new.
      const noted = await api(visitTopic, { id, last_reply_id: lastReplyId }, inBackground()).catch(() => undefined)
      if (noted) onNoted(noted.last_reply_id)
    }
    document.addEventListener('visibilitychange', note)
    void note()
    return () => document.removeEventListener('visibilitychange', note)
  }, [id, lastReplyId])
}

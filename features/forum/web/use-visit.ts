import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../../web/api/call.ts'
import { visitTopic } from '../contract.ts'
import { markSeen } from './topic-cache.ts'

/** Notes which replies the member has seen, once they are shown in a visible tab, and again when new ones arrive. */
export function useVisit(topicId: number, lastReplyId: number | undefined): void {
  const cache = useQueryClient()
  useEffect(() => {
    if (lastReplyId === undefined) return
    const note = async () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', note)
      // Not noted while offline: then the replies stay new.
      const noted = await api(visitTopic, { id: topicId, last_reply_id: lastReplyId }).catch(() => undefined)
      if (noted) markSeen(cache, topicId, noted.last_reply_id)
    }
    document.addEventListener('visibilitychange', note)
    void note()
    return () => document.removeEventListener('visibilitychange', note)
  }, [cache, topicId, lastReplyId])
}

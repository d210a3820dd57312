import { inBackground } from '../../../web/api/background.ts'
import { api } from '../../../web/api/call.ts'
import { keyOf, queryClient } from '../../../web/api/query.ts'
import { useSend } from '../../../web/api/send.ts'
import { focusHeading } from '../../../web/app/focus-heading.ts'
import { getHome, type Home, noteWelcome, type Welcome } from '../contract.ts'

/** What is done stays so: the answer that the questions were noted may come after it. */
const setNoted = (welcome: Welcome) =>
  queryClient.setQueryData<Home>(
    keyOf(getHome),
    home => home && { ...home, welcome: home.welcome === 'done' ? 'done' : welcome },
  )

/** If this fails, the questions are noted again the next time they are shown. */
export async function noteAsked(): Promise<void> {
  await api(noteWelcome, { welcome: 'asked' }, inBackground()).catch(() => undefined)
  setNoted('asked')
}

/** The member skips the questions, or closes the members to meet: neither is shown again on any device. */
export function useWelcomeDone(onDone: () => void = () => {}) {
  const { send, busy } = useSend(noteWelcome, {
    failure: 'Your choice was not saved',
    onSuccess() {
      setNoted('done')
      onDone()
      // The pressed button is removed.
      focusHeading()
    },
  })
  return { finish: () => void send({ welcome: 'done' }), busy }
}

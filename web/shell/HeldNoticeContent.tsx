import { useWaiting } from '../api/queue.ts'
import { useHeldNavigation } from '../app/held-navigation.ts'
import { useIsOutdated } from '../app/release.ts'
import { WaitingNotice } from '../offline/WaitingNotice.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { cx } from '../ui/cx.ts'

/** Shown above the current screen if the next one cannot be fetched, a new release is there, or something waits for the network. */
export default function HeldNoticeContent({ className }: { className: string }) {
  const held = useHeldNavigation()
  const isOutdated = useIsOutdated()
  const hasWaiting = useWaiting().length > 0
  if (!held && !isOutdated && !hasWaiting) return
  return (
    <div className={cx(className, 'flex flex-col gap-2')}>
      {held ? <Notice {...held} /> : isOutdated && <NewVersion onReload={() => location.reload()} />}
      <WaitingNotice />
    </div>
  )
}

function Notice({ href, title, failure, retry }: NonNullable<ReturnType<typeof useHeldNavigation>>) {
  if (failure === 'outdated') return <NewVersion isNeeded onReload={() => location.assign(href)} />
  return (
    <Banner
      tone="amber"
      action={
        <Button size="sm" variant="secondary" busy={!failure} busyText="Loading…" onClick={retry}>
          Try again
        </Button>
      }
    >
      {failure ? (
        <>
          <b>{title}</b> could not be loaded. Please check your connection.
        </>
      ) : (
        <>
          Loading <b>{title}</b>…
        </>
      )}
    </Banner>
  )
}

/** `isNeeded`: the next screen is only in the new version. Otherwise the member may go on with this one. */
function NewVersion({ isNeeded = false, onReload }: { isNeeded?: boolean; onReload: () => void }) {
  return (
    <Banner
      tone="info"
      action={
        <Button size="sm" variant="secondary" onClick={onReload}>
          Reload
        </Button>
      }
    >
      A new version is ready.{isNeeded && ' Reload to go on.'}
    </Banner>
  )
}

import { useHeldNavigation } from '../app/held-navigation.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'

/** Shown above the current screen if the next one cannot be fetched. */
export default function HeldNoticeContent({ className }: { className: string }) {
  const held = useHeldNavigation()
  return (
    held && (
      <div className={className}>
        <Notice {...held} />
      </div>
    )
  )
}

function Notice({ href, title, failure, retry }: NonNullable<ReturnType<typeof useHeldNavigation>>) {
  if (failure === 'outdated')
    return (
      <Banner
        tone="info"
        action={
          <Button size="sm" variant="secondary" onClick={() => location.assign(href)}>
            Reload
          </Button>
        }
      >
        A new version is ready. Reload to go on.
      </Banner>
    )
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

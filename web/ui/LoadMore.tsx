import { useEffect, useEffectEvent, useRef } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

/** Begins to load a screen's length before the end is reached. */
const EARLY = '800px'

/** What the end of a list needs of its query (useInfiniteQuery). */
type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}
type Props = {
  /** 'topics', 'replies'. */
  what: string
  pages: Pages
}

/** At the end of a list: loads the next page when the end comes near, or when its button is pressed. */
export const LoadMore = (props: Props) => props.pages.hasNextPage && <NextPage {...props} />

function NextPage({ what, pages }: Props) {
  const { isFetchingNextPage: busy, isFetchNextPageError: failed } = pages
  const onLoad = () => void pages.fetchNextPage()
  const foot = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => {
    if (!busy && !failed) onLoad()
  })
  // Watched anew after every page: one that did not fill the screen brings the next.
  useEffect(() => {
    if (busy || !foot.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: EARLY })
    watcher.observe(foot.current)
    return () => watcher.disconnect()
  }, [busy])

  const again = (
    <Button variant="secondary" size="sm" busy={busy} onClick={onLoad}>
      Try Again
    </Button>
  )
  return (
    <div ref={foot} className="mt-6 flex justify-center">
      {failed ? (
        <Banner action={again}>More {what} could not be loaded.</Banner>
      ) : (
        <Button variant="secondary" busy={busy} onClick={onLoad}>
          {`Load more ${what}`}
        </Button>
      )}
    </div>
  )
}

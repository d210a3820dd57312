import { useEffect, useEffectEvent, useRef } from 'react'
import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'

/** Starts to load about one screen before the end is reached. */
const ROOT_MARGIN = '800px'

/** The part of a useInfiniteQuery result that is used here. */
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

/** Infinite scroll: loads the next page when the end of the list is near, or when the button is pressed. */
export const LoadMore = (props: Props) => props.pages.hasNextPage && <NextPage {...props} />

function NextPage({ what, pages }: Props) {
  const { isFetchingNextPage: busy, isFetchNextPageError: failed } = pages
  const onLoad = () => void pages.fetchNextPage()
  const sentinel = useRef<HTMLDivElement>(null)
  const load = useEffectEvent(() => {
    if (!busy && !failed) onLoad()
  })
  // Observe again after every page: if it did not fill the screen, the next one is loaded too.
  useEffect(() => {
    if (busy || !sentinel.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), { rootMargin: ROOT_MARGIN })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [busy])

  const retryButton = (
    <Button variant="secondary" size="sm" busy={busy} onClick={onLoad}>
      Try Again
    </Button>
  )
  return (
    <div ref={sentinel} className="mt-6 flex justify-center">
      {failed ? (
        <Banner action={retryButton}>More {what} could not be loaded.</Banner>
      ) : (
        <Button variant="secondary" busy={busy} onClick={onLoad}>
          {`Load more ${what}`}
        </Button>
      )}
    </div>
  )
}

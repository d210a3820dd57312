import { Banner } from '../ui/Banner.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'

/** The submit button of a long form may be far below the notices. */
export const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** Above a form that stays although what it is about has ended. `title`: what happened. `text`: what was typed. */
export const NotSavedNotice = ({ title, text }: { title: string; text: string }) => (
  <div ref={scrollIntoView}>
    <Banner title={title} action={text && <CopyButton text={text} size="sm" />}>
      <p>What you typed was not saved. It is still here.</p>
    </Banner>
  </div>
)

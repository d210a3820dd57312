import { Mail } from 'lucide-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../../web/ui/CopyButton.tsx'
import { LinkButton } from '../../../../web/ui/LinkButton.tsx'
import { LinkedText } from '../../../../web/ui/LinkedText.tsx'
import { type MailLink, mailLink } from './mail.ts'

type Props = {
  text: string
  subject: string
  /** Buttons before those that copy and mail. */
  children?: ReactNode
}

/** The text, to be copied or opened in the mail program. */
export function BlurbText({ text, subject, children }: Props) {
  const mail = mailLink({ subject, text })
  return (
    <>
      <p dir="auto" className="rounded-control bg-sunken p-4 text-left whitespace-pre-wrap wrap-anywhere">
        <LinkedText text={text} />
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {children}
        <CopyButton size="sm" text={text}>
          Copy text
        </CopyButton>
        <LinkButton size="sm" variant="secondary" icon={Mail} render={<a href={mail.href} />}>
          Open as mail
        </LinkButton>
      </div>
      <CutNotice mail={mail} />
    </>
  )
}

export const CutNotice = ({ mail: { isCut } }: { mail: MailLink }) =>
  isCut && (
    <p className="mt-2 text-sm text-muted">
      Mail programs take only the beginning of such a long text. To send all of it, copy the text into the mail.
    </p>
  )

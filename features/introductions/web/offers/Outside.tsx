import { Mail } from 'lucide-react'
import { useApi } from '../../../../web/api/query.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { LinkButton } from '../../../../web/ui/LinkButton.tsx'
import { type Offer, reportAnswer, reportLabels } from '../../../offers/contract.ts'
import { getBlurb, type IntroductionRequest } from '../../contract.ts'
import { subjectOf } from '../blurb/Blurb.tsx'
import { CutNotice } from '../blurb/BlurbText.tsx'
import { mailLink } from '../blurb/mail.ts'
import { askingMail, connectingMail } from './mails.ts'
import { useOfferCall } from './use-offers.ts'

type Props = { request: IntroductionRequest; offer: Offer; onChange: () => void }

/** To the introducer, if the target is no member: the mail to them, their answer, and then the mail to both. */
export function Outside({ request, offer, onChange }: Props) {
  const { data } = useApi(getBlurb, { id: request.id })
  const report = useOfferCall(request.id, reportAnswer, { failure: 'The answer was not saved', onSuccess: onChange })
  const text = data?.text || request.context
  const subject = subjectOf(request)
  if (offer.state === 'agreed') {
    const to = offer.contacts?.requester.email ?? ''
    return (
      <MailButton label="Open mail to both" mail={mailLink({ to, subject, text: connectingMail(request, text) })} />
    )
  }
  if (!offer.can.includes('report')) return null
  return (
    <>
      <MailButton label="Open mail" mail={mailLink({ subject, text: askingMail(request, text) })} />
      <div className="flex flex-wrap gap-2">
        {(['yes', 'no'] as const).map(answer => (
          <Button
            key={answer}
            size="sm"
            variant="secondary"
            busy={report.busy}
            onClick={() => void report.send({ id: offer.id, answer })}
          >
            {reportLabels[answer]}
          </Button>
        ))}
      </div>
    </>
  )
}

const MailButton = ({ label, mail }: { label: string; mail: ReturnType<typeof mailLink> }) => (
  <div>
    <LinkButton size="sm" icon={Mail} render={<a href={mail.href} />}>
      {label}
    </LinkButton>
    <CutNotice mail={mail} />
  </div>
)

import { Mail } from 'lucide-react'
import { useApi } from '../../../../web/api/query.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { useConfirm } from '../../../../web/ui/confirm-context.ts'
import { LinkButton } from '../../../../web/ui/LinkButton.tsx'
import { type Offer, type Report, reportAnswer, reportLabels } from '../../../offers/contract.ts'
import { getBlurb, type IntroductionRequest } from '../../contract.ts'
import { seekingStatuses, statusLabels } from '../../shared/labels.ts'
import { subjectOf } from '../blurb/Blurb.tsx'
import { CutNotice } from '../blurb/BlurbText.tsx'
import { mailLink } from '../blurb/mail.ts'
import { askingMail, connectingMail } from './mails.ts'
import { useOfferCall } from './use-offers.ts'

type Props = { request: IntroductionRequest; offer: Offer; onChange: () => void }

/** To the introducer, if the target is no member: the mail to them, their answer, and then the mail to both. */
export function Outside({ request, offer, onChange }: Props) {
  const confirm = useConfirm()
  const { data } = useApi(getBlurb, { id: request.id })
  const report = useOfferCall(request.id, reportAnswer, { failure: 'The answer was not saved', onSuccess: onChange })
  const askAndReport = async (answer: Report) => {
    const sure = await confirm({
      title: `${reportLabels[answer]}?`,
      text: afterReport(request, answer),
      confirm: 'Yes',
    })
    if (sure) await report.send({ id: offer.id, answer })
  }
  const text = data?.text || request.context
  const subject = subjectOf(request)
  if (offer.state === 'agreed') {
    const to = offer.contacts?.requester.email ?? ''
    return (
      <>
        <MailButton label="Open mail to both" mail={mailLink({ to, subject, text: connectingMail(request, text) })} />
        <p className="text-sm wrap-anywhere text-muted">
          {`Add ${request.target_person ? `${request.target_person}'s address` : 'the address of the person'} before you send it.`}
        </p>
      </>
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
            onClick={() => void askAndReport(answer)}
          >
            {reportLabels[answer]}
          </Button>
        ))}
      </div>
    </>
  )
}

function afterReport({ user_name, target_person, status }: IntroductionRequest, answer: Report): string {
  const target = target_person || 'the person'
  if (answer === 'no')
    return `${user_name || 'The requester'} will be told that it did not work out this time, and your offer ends.`
  const told = `${user_name || 'The requester'} will be told, and you will see their address to connect them with ${target}.`
  return seekingStatuses.includes(status)
    ? `${told} The request becomes ${statusLabels.approved}, which everybody sees.`
    : told
}

const MailButton = ({ label, mail }: { label: string; mail: ReturnType<typeof mailLink> }) => (
  <div>
    <LinkButton size="sm" icon={Mail} render={<a href={mail.href} />}>
      {label}
    </LinkButton>
    <CutNotice mail={mail} />
  </div>
)

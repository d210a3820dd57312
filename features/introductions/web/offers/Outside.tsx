import { Mail } from 'lucide-react'
import { useApi } from '../../../../web/api/query.ts'
import { Button } from '../../../../web/ui/Button.tsx'
import { useConfirm } from '../../../../web/ui/confirm-context.ts'
import { LinkButton } from '../../../../web/ui/LinkButton.tsx'
import { type Offer, type Offers, type Report, reportAnswer, reportLabels } from '../../../offers/contract.ts'
import { getBlurb, type IntroductionRequest } from '../../contract.ts'
import { seekingStatuses, statusLabels } from '../../shared/labels.ts'
import { subjectOf } from '../blurb/Blurb.tsx'
import { CutNotice } from '../blurb/BlurbText.tsx'
import { mailLink } from '../blurb/mail.ts'
import { askingMail, connectingMail } from './mails.ts'
import { useOfferCall } from './use-offers.ts'
import { WriteForMe } from './WriteForMe.tsx'

type Props = { request: IntroductionRequest; offer: Offer; outside: Offers['outside']; onChange: () => void }

/** To the introducer, if the target is no member: the mail to them, their answer, and then the mail to both. */
export function Outside({ request, offer, outside, onChange }: Props) {
  const { data } = useApi(getBlurb, { id: request.id })
  const report = useOfferCall(request.id, reportAnswer, { failure: 'The answer was not saved', onSuccess: onChange })
  const confirm = useConfirm()
  // A no ends the offer.
  const tell = async (answer: Report) => {
    const isSure =
      answer === 'yes' || (await confirm({ title: 'They said no?', text: afterNo(request), confirm: reportLabels.no }))
    if (isSure) await report.send({ id: offer.id, answer })
  }
  const text = data?.text || request.context
  const subject = subjectOf(request)
  if (offer.state === 'agreed') {
    // They answered by the link in our mail: we have connected them.
    if (offer.contacts?.target) return null
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
      {outside && (
        <>
          <WriteForMe request={request} offer={offer} written={outside.written} hasBlurb={Boolean(data?.text)} />
          <h4 className="mt-2 border-t border-line pt-4 font-medium">Or write yourself</h4>
        </>
      )}
      <MailButton
        label="Open mail"
        isSecondary={outside !== null}
        mail={mailLink({ subject, text: askingMail(request, text) })}
      />
      <p className="text-sm wrap-anywhere text-muted">{afterReport(request)}</p>
      <div className="flex flex-wrap gap-2">
        {(['yes', 'no'] as const).map(answer => (
          <Button key={answer} size="sm" variant="secondary" busy={report.busy} onClick={() => void tell(answer)}>
            {reportLabels[answer]}
          </Button>
        ))}
      </div>
    </>
  )
}

const afterNo = ({ user_name }: IntroductionRequest) =>
  `After a no, ${user_name || 'the requester'} is told that it did not work out this time, and your offer ends.`

/** Said before the buttons: a yes acts at once. */
function afterReport(request: IntroductionRequest): string {
  const { user_name, target_person, status } = request
  const requester = user_name || 'the requester'
  const yes = `When they have answered you, tell us. After a yes, ${requester} is told, and you see their address to connect them with ${target_person || 'the person'}`
  const becomes = seekingStatuses.includes(status)
    ? `; the request becomes ${statusLabels.approved}, which everybody sees`
    : ''
  return `${yes}${becomes}. ${afterNo(request)}`
}

const MailButton = ({
  label,
  mail,
  isSecondary = false,
}: {
  label: string
  mail: ReturnType<typeof mailLink>
  isSecondary?: boolean
}) => (
  <div>
    <LinkButton size="sm" variant={isSecondary ? 'secondary' : 'primary'} icon={Mail} render={<a href={mail.href} />}>
      {label}
    </LinkButton>
    <CutNotice mail={mail} />
  </div>
)

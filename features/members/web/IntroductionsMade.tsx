import { useApi } from '../../../web/api/query.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { MemberLink } from '../../../web/ui/MemberLink.tsx'
import { ThanksText } from '../../../web/ui/ThanksText.tsx'
import { getIntroductionsOf } from '../../outcomes/contract.ts'
import { useReadAgainIfGone } from './use-read-again-if-gone.ts'

/** How many introductions the member made, with public thanks; nothing unless they show it. */
export function IntroductionsMade({ id }: { id: number }) {
  const { data, error } = useApi(getIntroductionsOf, { id })
  useReadAgainIfGone(id, error)
  if (!data || (!data.made && data.thanks.length === 0)) return null
  return (
    <Card as="section" title="Introductions made" action={data.made ? <Count made={data.made} /> : undefined}>
      {data.thanks.length > 0 && (
        <ul aria-label="Thanks" className="flex flex-col gap-5">
          {data.thanks.map(thanks => (
            <li key={thanks.offer_id} className="flex min-w-0 flex-col gap-2">
              <p className="wrap-anywhere">
                <MemberLink name={thanks.from.full_name} profileId={thanks.from.id} />
              </p>
              <ThanksText isPublicPlace thanks={thanks} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const Count = ({ made }: { made: number }) => <span className="text-xl tabular-nums">{made}</span>

import { useReadAccount } from '../../../web/app/read-thread.ts'
import { Card } from '../../../web/ui/Card.tsx'
import { PageHeader } from '../../../web/ui/PageHeader.tsx'
import { AccountCard } from './account/AccountCard.tsx'
import { DataCard } from './data/DataCard.tsx'
import { FactorsCard } from './factors/FactorsCard.tsx'
import { MatchesCard } from './matches/MatchesCard.tsx'
import { NotificationsCard } from './notifications/NotificationsCard.tsx'
import { ProofProvider } from './Proof.tsx'
import { SessionsCard } from './sessions/SessionsCard.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

export default function SettingsPage() {
  useReadAccount()
  return (
    <ProofProvider>
      <PageHeader title="Settings" subtitle="Your account, its safety, and how the community looks to you." />
      <div className="flex max-w-3xl flex-col gap-4">
        <AccountCard />
        <FactorsCard />
        <SessionsCard />
        <NotificationsCard />
        <MatchesCard />
        <ThemeChoice />
        <Card as="section" title="Connected apps">
          <p className="text-muted">This feature is coming soon!</p>
        </Card>
        <DataCard />
      </div>
    </ProofProvider>
  )
}

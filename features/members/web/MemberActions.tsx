import { BellOff, Handshake } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../web/ui/Button.tsx'
import type { Member } from '../contract.ts'
import { Connect, RequestIntroduction } from './Connect.tsx'
import { CopyAddress } from './CopyAddress.tsx'
import { Mute } from './Mute.tsx'

/** What one can do with another member. */
export function MemberActions({ member: { id, full_name, email } }: { member: Member }) {
  return (
    <>
      {email && (
        <SideBySide>
          <Connect id={id} name={full_name} email={email} />
          <CopyAddress email={email} />
        </SideBySide>
      )}
      <RequestIntroduction id={id} name={full_name} email={email} />
      <Mute id={id} name={full_name} />
    </>
  )
}

/** The same buttons on my own page as others see it, where they do nothing. */
export function ShownActions({ member: { email } }: { member: Member }) {
  return (
    <>
      {email && (
        <SideBySide>
          <Button wide disabled>
            Connect
          </Button>
          <CopyAddress email={email} disabled />
        </SideBySide>
      )}
      <Button wide disabled variant="secondary" icon={Handshake}>
        Request introduction
      </Button>
      <Button wide disabled variant="ghost" icon={BellOff}>
        Mute this member
      </Button>
    </>
  )
}

/** With large text one below the other. */
const SideBySide = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap gap-2 *:first:flex-[1_1_6rem]">{children}</div>
)

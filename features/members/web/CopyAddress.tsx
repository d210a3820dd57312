import { CopyButton } from '../../../web/ui/CopyButton.tsx'

/** Copies the member's email address. */
export const CopyAddress = ({ email, disabled }: { email: string; disabled?: boolean }) => (
  <CopyButton text={email} toastText="Address copied" disabled={disabled}>
    Copy address
  </CopyButton>
)

import { notAllowed, Refusal } from '../../server/errors.ts'

/** Calls carry who sends them and what they are about. It decides nothing, but it must not say otherwise. */
export function refuseAnotherSender(claimed: string | number | undefined, own: string | number | null): void {
  if (claimed !== undefined && claimed !== own) throw notAllowed()
}

export function refuseAnotherId(field: string, claimed: number | undefined, asked: number): void {
  if (claimed === undefined || claimed === asked) return
  const words = 'This does not match the address it was sent to.'
  throw new Refusal(400, words, { fields: { [field]: words } })
}

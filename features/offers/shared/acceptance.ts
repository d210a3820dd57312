type Acceptance = {
  /** Empty: a member without a name. */
  introducer: string
  target: string | null
  isTargetMember: boolean
  address: string | null
}

/** What follows from accepting an offer. `seen`: what a target who is a member sees when asked. */
export function afterAcceptance({ introducer, target, isTargetMember, address }: Acceptance, seen: string): string[] {
  const person = target || 'the person you want to meet'
  const shared = address ? `your address ${address}` : 'your address'
  return isTargetMember
    ? [`We ask ${person} whether they want to meet you.`, seen, `If they say yes, we give them ${shared}.`]
    : [
        `${introducer || 'The member'} writes to ${person} and tells you what they answer.`,
        `If they say yes, ${introducer || 'the member'} will see ${shared} to connect you, and ${person} gets it too.`,
      ]
}

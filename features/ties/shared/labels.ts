/** How a member knows an investor, the closest first. */
export const kinds = ['well', 'met', 'invested', 'pitched'] as const
export type TieKind = (typeof kinds)[number]

/** Who learns of a tie: everybody, or nobody until somebody asks for an introduction. */
export const showings = ['quiet', 'named'] as const
export type Shown = (typeof showings)[number]

export const kindLabels: Record<TieKind, string> = {
  well: 'I know them well',
  met: 'We met',
  invested: 'They invested in us',
  pitched: 'I pitched them',
}

/** The same, told of another member. */
export const kindLabelsOfOthers: Record<TieKind, string> = {
  well: 'Knows them well',
  met: 'Has met them',
  invested: 'Got an investment from them',
  pitched: 'Pitched them',
}

export const shownLabels: Record<Shown, string> = {
  quiet: 'Only to be asked for introductions',
  named: 'Others may see this',
}

/** 'Ada King Lovelace' → 'AK': the initials of the first two parts; empty for a missing or blank name. */
export function initialsOf(name: string | null | undefined) {
  const parts = (name ?? '').trim().split(/\s+/).filter(Boolean)
  return parts
    .slice(0, 2)
    .map(part => [...part][0])
    .join('')
    .toLocaleUpperCase('en-US')
}

/** A hash of the name, below `count`: the same name always has the same colour. */
export function colourOf(name: string, count: number) {
  let sum = 7
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_537
  return sum % count
}

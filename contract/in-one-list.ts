const list = new Intl.ListFormat('en-US', { type: 'conjunction' })

/** 'Ada, Bob, and Eve' */
export const inOneList = (words: string[]) => list.format(words)

/** Longer than any real word or address. */
const MAX_LETTERS = 500

/**
 * A class for texts with a very long word. Chromium shapes such a word anew for each of its lines if the letters are kerned: 20,000 letters
 * would block every reader's browser for seconds.
 */
export const classForLongWords = (text: string) =>
  text.split(/\s+/).some(word => word.length > MAX_LETTERS) ? '[font-kerning:none]' : undefined

/** A notification in words, for slices that tell it in other ways. */
export { addressOf } from './shared/address.ts'
export { sentenceOf, textOf } from './shared/sentence.ts'

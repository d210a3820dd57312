import { createHash } from 'node:crypto'

const LINE_END = 10
const MASK = (1n << 128n) - 1n

/**
 * The number of rows of a table and a sum over the SHA-256 of each, from the text format of COPY, which has one line per row. The sum does not
 * depend on the order of the rows, which PostgreSQL does not define.
 */
export function rowSum() {
  let rows = 0
  let sum = 0n
  let line = createHash('sha256')
  let isEmpty = true
  return {
    add(chunk: Buffer): void {
      let start = 0
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, start)) {
        const digest = line.update(chunk.subarray(start, end)).digest()
        sum = (sum + ((digest.readBigUInt64BE(0) << 64n) | digest.readBigUInt64BE(8))) & MASK
        rows++
        line = createHash('sha256')
        isEmpty = true
        start = end + 1
      }
      if (start === chunk.length) return
      line.update(chunk.subarray(start))
      isEmpty = false
    },
    result(): { rows: number; sum: string } {
      if (!isEmpty) throw new Error('A row has no end.')
      return { rows, sum: sum.toString(16).padStart(32, '0') }
    },
  }
}

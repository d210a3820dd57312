import { readFileSync } from 'node:fs'
import { capTable } from './cap-table.ts'
import { dataRoomChecklist } from './data-room.ts'
import { document } from './docx.ts'
import { fundraisingPipeline } from './pipeline.ts'

const text = (name: string) => readFileSync(new URL(`texts/${name}.md`, import.meta.url), 'utf8')

/** The starter library, file by file. */
export const starterFiles: Record<string, () => Uint8Array | Promise<Uint8Array>> = {
  'fundraising-pipeline.xlsx': fundraisingPipeline,
  'data-room-checklist.xlsx': dataRoomChecklist,
  'cap-table.xlsx': capTable,
  'investor-update.docx': () => document(text('investor-update')),
  'customer-interviews.docx': () => document(text('customer-interviews')),
  'first-hires.docx': () => document(text('first-hires')),
  'cofounder-agreement.docx': () => document(text('cofounder-agreement')),
  // Printed by a browser, which is fetched only when it is needed.
  'asking-for-introductions.pdf': async () => (await import('./pdf.ts')).printed(text('asking-for-introductions')),
}

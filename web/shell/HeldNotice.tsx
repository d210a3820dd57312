import { chunkOf, useChunk } from '../app/chunk.ts'

const content = chunkOf(() => import('./HeldNoticeContent.tsx'), 'anyone')

/** The place of the notice that a screen could not be fetched. No first screen waits for it. */
export function HeldNotice({ className }: { className: string }) {
  const { module } = useChunk(content)
  return <div aria-live="polite">{module && <module.default className={className} />}</div>
}

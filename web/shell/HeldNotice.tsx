import { chunkOf, useChunk } from '../app/chunk.ts'

const content = chunkOf(() => import('./HeldNoticeContent.tsx'))

/** The live region for the notices below the header (HeldNoticeContent.tsx). Its content is a separate chunk, off the critical path. */
export function HeldNotice({ className }: { className: string }) {
  const { module } = useChunk(content)
  return <div aria-live="polite">{module && <module.default className={className} />}</div>
}

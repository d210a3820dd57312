import { type ComponentType, useEffect, useEffectEvent } from 'react'
import { useIsThere } from '../ui/use-is-there.ts'
import { type Chunk, useChunk } from './chunk.ts'
import { openChunk } from './open-chunk.ts'

type Closable = { onClose: () => void }

/** A dialog in its own chunk, which opens as soon as that is loaded, unless Escape closes it before. If it cannot be loaded, a toast says so and the dialog is closed. */
export function deferredDialog<T, P extends Closable>(chunk: Chunk<T>, componentOf: (module: T) => ComponentType<P>) {
  return function DeferredDialog(props: P) {
    const { module, failure } = useChunk(chunk)
    const isThere = useIsThere()
    const retry = useEffectEvent(async () => {
      // By then the member may have closed it, or left the screen.
      if (!(await openChunk(chunk, 'The dialog could not be opened')) && isThere.current) props.onClose()
    })
    useEffect(() => {
      if (failure) void retry()
    }, [failure])
    const close = useEffectEvent(() => props.onClose())
    const isLoading = !module
    useEffect(() => {
      if (!isLoading) return
      const onKeyDown = (event: KeyboardEvent) => {
        const isElsewhere = (event.target as Element).closest('[popover], [data-modal]')
        if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented && !isElsewhere) close()
      }
      addEventListener('keydown', onKeyDown)
      return () => removeEventListener('keydown', onKeyDown)
    }, [isLoading])
    if (!module) return null
    const Component = componentOf(module)
    return <Component {...props} />
  }
}

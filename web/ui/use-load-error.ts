import { useEffect } from 'react'
import { toast } from './toast.ts'

/** Says by a toast that something of this screen could not be loaded. It leaves when it is loaded, or the screen is left. */
export function useLoadError(hasFailed: boolean, title: string, description?: string): void {
  useEffect(() => {
    if (!hasFailed) return
    const told = toast.error(title, description)
    return () => toast.dismiss(told)
  }, [hasFailed, title, description])
}

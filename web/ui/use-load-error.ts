import { useEffect } from 'react'
import { toast } from './toast.ts'

/** Shows an error toast while loading has failed, until it succeeds or the component unmounts. */
export function useLoadError(hasFailed: boolean, title: string, description?: string): void {
  useEffect(() => {
    if (!hasFailed) return
    const toastId = toast.error(title, description)
    return () => toast.dismiss(toastId)
  }, [hasFailed, title, description])
}

import { createContext, use } from 'react'

export type Question = {
  title: string
  text?: string
  /** The label of the button that confirms. */
  confirm: string
  cancel?: string
  danger?: boolean
}

export const ConfirmContext = createContext<((question: Question) => Promise<boolean>) | null>(null)

/** `const confirm = useConfirm()`, then `if (await confirm({ title: 'Delete topic?', confirm: 'Delete', danger: true })) …` */
export function useConfirm() {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm must be used within UiRoot')
  return confirm
}

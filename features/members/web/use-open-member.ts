import { useNavigate, useSearch } from '@tanstack/react-router'

/** The member whose dialog is open: in the URL, so that it can be shared and Back closes it. */
export function useOpenMember() {
  const { member }: { member?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (id: string, replace: boolean) =>
    void navigate({
      to: '.',
      replace,
      resetScroll: false,
      search: (now: object) => ({ ...now, member: id }) as never,
    })
  return {
    openId: member ?? '',
    open: (id: number) => go(String(id), false),
    /** Shows another member in the open dialog. */
    show: (id: number) => go(String(id), true),
    close: () => go('', true),
  }
}

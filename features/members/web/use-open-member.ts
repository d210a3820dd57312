import { useNavigate, useSearch } from '@tanstack/react-router'

/** Which member's dialog is open: part of the address, so that it can be shared, and that Back closes it. */
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
    /** Another one in the same dialog. */
    show: (id: number) => go(String(id), true),
    close: () => go('', true),
  }
}

/** A key on the keyboard. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-grid min-w-5 place-items-center rounded-[5px] border border-line bg-surface px-1.5 font-sans text-xs text-muted">
      {children}
    </kbd>
  )
}

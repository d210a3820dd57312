/** 'Added by Ada Osei' in one line. The name has its own box, so that it loses its end where there is no room, in whichever direction it is read. */
export const By = ({ what, name }: { what: string; name: string }) => (
  <p className="flex gap-1 text-xs text-muted">
    <span className="shrink-0">{what}</span>{' '}
    <span dir="auto" className="truncate">
      {name}
    </span>
  </p>
)

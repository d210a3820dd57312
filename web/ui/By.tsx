/** 'Added by Ada Osei' on one line. The name is a separate element, so that a right-to-left name is also truncated at its end. */
export const By = ({ what, name }: { what: string; name: string }) => (
  <p className="flex gap-1 text-xs text-muted">
    <span className="shrink-0">{what}</span>{' '}
    <span dir="auto" className="truncate">
      {name}
    </span>
  </p>
)

/** The logo: the six-pointed star of Chicago's flag. */
export function StarMark({ size = 22, className = 'text-flag' }: { size?: number; className?: string }) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 32 32" fill="currentColor" className={className}>
      <path d="M16 1l4.05 7.99 8.94-.49L24.1 16l4.89 7.5-8.94-.49L16 31l-4.05-7.99-8.94.49L7.9 16 3.01 8.5l8.94.49z" />
    </svg>
  )
}

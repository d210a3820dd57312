import { Button } from './Button.tsx'

/** Shown instead of a list when no row matches the filters. */
export const ClearFilters = ({ onClick }: { onClick: () => void }) => (
  <Button variant="secondary" onClick={onClick}>
    Clear filters
  </Button>
)

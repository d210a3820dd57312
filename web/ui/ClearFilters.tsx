import { Button } from './Button.tsx'

/** In the place of a list in which the filters leave nothing. */
export const ClearFilters = ({ onClick }: { onClick: () => void }) => (
  <Button variant="secondary" onClick={onClick}>
    Clear filters
  </Button>
)

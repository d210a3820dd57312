import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../../web/ui/Button.tsx'
import { useFocusFirstNew } from '../../../../web/ui/use-focus-first-new.ts'

/** The first rows of a list, and a button that shows all of them. */
export function useShowAll<Row>(rows: readonly Row[], most: number) {
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = isOpen ? rows : rows.slice(0, most)
  const onPress = useFocusFirstNew(list, shown.length)
  const showAll: ReactNode = shown.length < rows.length && (
    <div className="mt-1 -ml-3">
      <Button
        variant="ghost"
        size="sm"
        onClick={() => {
          onPress()
          setOpen(true)
        }}
      >
        {`Show all ${rows.length}`}
      </Button>
    </div>
  )
  return { list, shown, showAll }
}

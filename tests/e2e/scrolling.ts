import { expect, type Person } from './fixtures.ts'

/** A turn of the mouse wheel scrolls for some time. */
export const restsScrolled = ({ page }: Person) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const before = scrollY
        for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
        return scrollY - before
      }),
    )
    .toBe(0)

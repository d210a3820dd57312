import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Crop, movedBy, positionOf, withinPicture } from './crop.ts'

const wide = { width: 600, height: 300 }

test('the square stays inside the picture', () => {
  expect(withinPicture({ x: 0, y: 0, zoom: 1 }, wide)).toEqual({ x: 0.25, y: 0.5, zoom: 1 })
  expect(withinPicture({ x: 1, y: 1, zoom: 2 }, wide)).toEqual({ x: 0.875, y: 0.75, zoom: 2 })
  expect(withinPicture({ x: 0.5, y: 0.5, zoom: 99 }, wide).zoom).toBe(4)
})

test('dragging to the right shows the part further left', () => {
  expect(movedBy({ x: 0.5, y: 0.5, zoom: 1 }, wide, 256, 51.2, 0).x).toBeCloseTo(0.4)
})

test('the picture always covers the whole viewport', () => {
  const side = fc.integer({ min: 1, max: 20_000 })
  const part = fc.double({ min: -1, max: 2, noNaN: true })
  fc.assert(
    fc.property(side, side, part, part, fc.double({ min: 0, max: 9, noNaN: true }), (width, height, x, y, zoom) => {
      const crop: Crop = withinPicture({ x, y, zoom }, { width, height })
      const position = positionOf(crop, { width, height }, 256)
      expect(position.left).toBeLessThanOrEqual(0.01)
      expect(position.top).toBeLessThanOrEqual(0.01)
      expect(position.left + position.width).toBeGreaterThanOrEqual(255.99)
      expect(position.top + position.height).toBeGreaterThanOrEqual(255.99)
    }),
  )
})

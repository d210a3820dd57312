import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Crop, movedBy, placeOf, withinPicture } from './crop.ts'

const wide = { width: 600, height: 300 }

test('the square stays inside the picture', () => {
  expect(withinPicture({ x: 0, y: 0, zoom: 1 }, wide)).toEqual({ x: 0.25, y: 0.5, zoom: 1 })
  expect(withinPicture({ x: 1, y: 1, zoom: 2 }, wide)).toEqual({ x: 0.875, y: 0.75, zoom: 2 })
  expect(withinPicture({ x: 0.5, y: 0.5, zoom: 99 }, wide).zoom).toBe(4)
})

test('dragging to the right shows what lies further left', () => {
  expect(movedBy({ x: 0.5, y: 0.5, zoom: 1 }, wide, 256, 51.2, 0).x).toBeCloseTo(0.4)
})

test('whatever is done to it, the picture covers the whole window', () => {
  const side = fc.integer({ min: 1, max: 20_000 })
  const part = fc.double({ min: -1, max: 2, noNaN: true })
  fc.assert(
    fc.property(side, side, part, part, fc.double({ min: 0, max: 9, noNaN: true }), (width, height, x, y, zoom) => {
      const crop: Crop = withinPicture({ x, y, zoom }, { width, height })
      const place = placeOf(crop, { width, height }, 256)
      expect(place.left).toBeLessThanOrEqual(0.01)
      expect(place.top).toBeLessThanOrEqual(0.01)
      expect(place.left + place.width).toBeGreaterThanOrEqual(255.99)
      expect(place.top + place.height).toBeGreaterThanOrEqual(255.99)
    }),
  )
})

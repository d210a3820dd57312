/** The centre of the square as fractions of the picture's width and height, and the zoom factor. */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const MAX_ZOOM = 4

/** Clamps the crop, so that the square stays inside the picture. */
export function withinPicture({ x, y, zoom }: Crop, { width, height }: Size): Crop {
  const clampedZoom = Math.min(Math.max(zoom, 1), MAX_ZOOM)
  const side = Math.min(width, height) / clampedZoom
  const clamp = (centre: number, length: number) => {
    const margin = side / 2 / length
    return Math.min(Math.max(centre, margin), 1 - margin)
  }
  return { x: clamp(x, width), y: clamp(y, height), zoom: clampedZoom }
}

/** The size and offset of the picture, in pixels, for a square viewport of this size. */
export function positionOf({ x, y, zoom }: Crop, picture: Size, window: number) {
  const scale = (window * zoom) / Math.min(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { width, height, left: window / 2 - x * width, top: window / 2 - y * height }
}

/** The crop after the picture was moved by this many pixels of the viewport. */
export function movedBy(crop: Crop, picture: Size, window: number, right: number, down: number): Crop {
  const { width, height } = positionOf(crop, picture, window)
  return withinPicture({ ...crop, x: crop.x - right / width, y: crop.y - down / height }, picture)
}

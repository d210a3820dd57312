/** The middle of the square as parts of the picture's width and height, and how far it is zoomed in. */
export type Crop = { x: number; y: number; zoom: number }
export type Size = { width: number; height: number }

export const MOST_ZOOM = 4

/** The square stays inside the picture, whatever was asked for. */
export function withinPicture({ x, y, zoom }: Crop, { width, height }: Size): Crop {
  const near = Math.min(Math.max(zoom, 1), MOST_ZOOM)
  const side = Math.min(width, height) / near
  const keep = (middle: number, whole: number) => {
    const margin = side / 2 / whole
    return Math.min(Math.max(middle, margin), 1 - margin)
  }
  return { x: keep(x, width), y: keep(y, height), zoom: near }
}

/** Where the picture lies, in pixels of a window of this size onto it. */
export function placeOf({ x, y, zoom }: Crop, picture: Size, window: number) {
  const scale = (window * zoom) / Math.min(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { width, height, left: window / 2 - x * width, top: window / 2 - y * height }
}

/** The crop after the picture was moved by so many pixels of that window. */
export function movedBy(crop: Crop, picture: Size, window: number, right: number, down: number): Crop {
  const { width, height } = placeOf(crop, picture, window)
  return withinPicture({ ...crop, x: crop.x - right / width, y: crop.y - down / height }, picture)
}

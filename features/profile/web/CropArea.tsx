import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Crop, MOST_ZOOM, movedBy, placeOf, type Size, withinPicture } from './crop.ts'

const WINDOW = 256
const STEP = 12

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [STEP, 0],
  ArrowRight: [-STEP, 0],
  ArrowUp: [0, STEP],
  ArrowDown: [0, -STEP],
}

/** A window onto the picture: dragged, moved with the arrow keys, zoomed with the slider or the wheel. */
export function CropArea({
  url,
  crop,
  onChange,
  onError,
}: {
  url: string
  crop: Crop
  onChange: (crop: Crop) => void
  onError: () => void
}) {
  const [picture, setPicture] = useState<Size | null>(null)
  const [grip, setGrip] = useState<{ x: number; y: number } | null>(null)
  const move = (right: number, down: number) => picture && onChange(movedBy(crop, picture, WINDOW, right, down))
  const zoom = (to: number) => picture && onChange(withinPicture({ ...crop, zoom: to }, picture))

  const take = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setGrip({ x: event.clientX, y: event.clientY })
  }
  const drag = (event: PointerEvent) => {
    if (!grip) return
    move(event.clientX - grip.x, event.clientY - grip.y)
    setGrip({ x: event.clientX, y: event.clientY })
  }
  const press = (event: KeyboardEvent) => {
    const step = arrows[event.key]
    if (!step) return
    event.preventDefault()
    move(...step)
  }

  return (
    <>
      <div
        role="application"
        aria-label="Picture: move it with the arrow keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved with the keyboard
        tabIndex={0}
        onPointerDown={take}
        onPointerMove={drag}
        onPointerUp={() => setGrip(null)}
        onKeyDown={press}
        onWheel={event => zoom(crop.zoom - event.deltaY / 400)}
        className="relative size-64 cursor-grab touch-none overflow-hidden rounded-full bg-sunken active:cursor-grabbing"
      >
        <img
          src={url}
          alt="Preview"
          draggable={false}
          onError={onError}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setPicture({ width, height })}
          style={picture ? placeOf(crop, picture, WINDOW) : undefined}
          className="absolute max-w-none select-none"
        />
      </div>
      <label className="flex w-64 items-center gap-3 text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={MOST_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={event => zoom(Number(event.target.value))}
          className="flex-1 accent-(--color-accent)"
        />
      </label>
    </>
  )
}

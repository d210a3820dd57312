import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { type Crop, MAX_ZOOM, movedBy, positionOf, type Size, withinPicture } from './crop.ts'

const WINDOW_PX = 256
const STEP_PX = 12

const arrows: Record<string, [number, number]> = {
  ArrowLeft: [STEP_PX, 0],
  ArrowRight: [-STEP_PX, 0],
  ArrowUp: [0, STEP_PX],
  ArrowDown: [0, -STEP_PX],
}

/** The visible part of the picture: moved by dragging or with the arrow keys, zoomed with the slider or the wheel. */
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
  const [dragStart, setDragStart] = useState<{ x: number; y: number } | null>(null)
  const move = (right: number, down: number) => picture && onChange(movedBy(crop, picture, WINDOW_PX, right, down))
  const zoom = (to: number) => picture && onChange(withinPicture({ ...crop, zoom: to }, picture))

  const startDrag = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragStart({ x: event.clientX, y: event.clientY })
  }
  const drag = (event: PointerEvent) => {
    if (!dragStart) return
    move(event.clientX - dragStart.x, event.clientY - dragStart.y)
    setDragStart({ x: event.clientX, y: event.clientY })
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
        tabIndex={0}
        onPointerDown={startDrag}
        onPointerMove={drag}
        onPointerUp={() => setDragStart(null)}
        onKeyDown={onKeyDown}
        onWheel={event => zoom(crop.zoom - event.deltaY / 400)}
        className="relative size-64 cursor-grab touch-none overflow-hidden rounded-full bg-sunken active:cursor-grabbing"
      >
        <img
          src={url}
          alt="Preview"
          draggable={false}
          onError={onError}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setPicture({ width, height })}
          style={picture ? positionOf(crop, picture, WINDOW_PX) : undefined}
          className="absolute max-w-none select-none"
        />
      </div>
      <label className="flex w-64 items-center gap-3 text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={event => zoom(Number(event.target.value))}
          className="flex-1 accent-(--color-accent)"
        />
      </label>
    </>
  )
}

/** Class names of the option list of Select and MultiSelect. */
export const popupLook =
  'overlay w-(--anchor-width) min-w-40 max-w-(--available-width) max-h-[min(20rem,var(--available-height))] animate-appear overflow-y-auto overscroll-contain p-1.5 outline-none'

export const optionLook =
  'flex items-center gap-2 rounded-control px-2.5 py-2 text-sm outline-none select-none data-highlighted:bg-tint data-highlighted:text-on-tint data-selected:font-semibold pointer-coarse:min-h-11'

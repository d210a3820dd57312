/** As a ref: takes the focus when it appears, where what had it has just gone. */
export const takesFocus = (element: HTMLElement | null) => element?.focus()

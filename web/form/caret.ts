/** The styles that decide where a letter of a text area is. */
const copied = [
  'font',
  'letterSpacing',
  'lineHeight',
  'padding',
  'border',
  'textAlign',
  'direction',
  'tabSize',
] as const

/** The rectangle of the letter at an index, in the window. Browsers do not report it: an invisible copy of the text is measured. */
export function letterRect(area: HTMLTextAreaElement, index: number): DOMRect {
  const look = getComputedStyle(area)
  const borders = Number.parseFloat(look.borderLeftWidth) + Number.parseFloat(look.borderRightWidth)
  const copy = document.createElement('div')
  for (const name of copied) copy.style[name] = look[name]
  Object.assign(copy.style, {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    boxSizing: 'border-box',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'break-word',
    // clientWidth is without the scrollbar.
    width: `${area.clientWidth + borders}px`,
  })
  const letter = document.createElement('span')
  letter.textContent = area.value[index] ?? ''
  // The rest of the word decides where the line breaks.
  copy.append(area.value.slice(0, index), letter, area.value.slice(index + 1, index + 50))
  document.body.append(copy)
  const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = letter
  copy.remove()
  const box = area.getBoundingClientRect()
  const [x, y] = [box.left + area.clientLeft + offsetLeft, box.top + area.clientTop + offsetTop - area.scrollTop]
  return new DOMRect(x, y, offsetWidth, offsetHeight)
}

/** Removes the prerendered page as soon as the app has rendered a screen, before the next frame is painted. */
export function removePrerendered(page: Document): void {
  const prerendered = page.getElementById('prerendered')
  const root = page.getElementById('root')
  if (!prerendered || !root) return
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main')) return
    prerendered.remove()
    observer.disconnect()
  })
  observer.observe(root, { childList: true, subtree: true })
}

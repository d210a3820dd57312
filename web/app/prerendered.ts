/** The prerendered page stands beside the app's own element until that has drawn a screen, and goes before the next frame. */
export function removePrerendered(page: Document): void {
  const prerendered = page.getElementById('prerendered')
  const root = page.getElementById('root')
  if (!prerendered || !root) return
  const watch = new MutationObserver(() => {
    if (!root.querySelector('main')) return
    prerendered.remove()
    watch.disconnect()
  })
  watch.observe(root, { childList: true, subtree: true })
}

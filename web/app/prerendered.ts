/** What the server painted stands beside the app's own element until that has drawn a screen, and goes before the next frame. */
export function leavePaintedPage(page: Document): void {
  const painted = page.getElementById('painted')
  const root = page.getElementById('root')
  if (!painted || !root) return
  const watch = new MutationObserver(() => {
    if (!root.querySelector('main')) return
    painted.remove()
    watch.disconnect()
  })
  watch.observe(root, { childList: true, subtree: true })
}

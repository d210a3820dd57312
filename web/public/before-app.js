// Apply the member's theme, if one is stored; otherwise the stylesheet follows the system.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme
    // The bars of a phone follow the system (index.html): replace its colour too.
    const color = theme === 'dark' ? '#0a141e' : '#f7f5f0'
    for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = color
  }
} catch {
  // Storage is disabled in this browser: follow the system.
}

// The first use of Intl takes about 0.2 s on a phone. Here the stylesheet and the app are still being fetched; in the app it would delay
// the first rendering.
new Intl.DateTimeFormat('en-US')

// The app's script could not be loaded: show a notice, and reload when the server can be reached again.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    const notice = document.createElement('p')
    notice.role = 'alert'
    notice.textContent = 'This page could not be loaded. Please check your connection. '
    notice.style.cssText = 'position:relative;z-index:1;margin:0;padding:16px;text-align:center'
    const retryButton = document.createElement('button')
    retryButton.textContent = 'Try again'
    retryButton.style.textDecoration = 'underline'
    retryButton.onclick = () => location.reload()
    notice.append(retryButton)
    document.body.prepend(notice)
    reloadWhenReachable()
  },
  true,
)

/** Reloads only after a failed request: a script that fails for another reason would cause an endless reload loop. */
function reloadWhenReachable(wasUnreachable = false) {
  fetch('/star.svg', { cache: 'no-store' }).then(
    ({ ok }) =>
      ok && wasUnreachable ? location.reload() : setTimeout(reloadWhenReachable, 3000, wasUnreachable || !ok),
    () => setTimeout(reloadWhenReachable, 3000, true),
  )
}

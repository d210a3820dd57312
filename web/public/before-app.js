// 'light' or 'dark' when the member chose one; without a choice the stylesheet follows the system.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is off in this browser: follow the system.
}

// When the app itself cannot be fetched, nobody else is here to say so. It is fetched again when the server is back.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module') return
    const notice = document.createElement('p')
    notice.role = 'alert'
    notice.textContent = 'This page could not be loaded. Please check your connection. '
    notice.style.cssText = 'position:relative;z-index:1;margin:0;padding:16px;text-align:center'
    const again = document.createElement('button')
    again.textContent = 'Try again'
    again.style.textDecoration = 'underline'
    again.onclick = () => location.reload()
    notice.append(again)
    document.body.prepend(notice)
    reloadWhenReached()
  },
  true,
)

/** Only after the server could not be reached: a script that is refused for another reason would be reloaded for ever. */
function reloadWhenReached(wasLost = false) {
  fetch('/star.svg', { cache: 'no-store' }).then(
    ({ ok }) => (ok && wasLost ? location.reload() : setTimeout(reloadWhenReached, 3000, wasLost || !ok)),
    () => setTimeout(reloadWhenReached, 3000, true),
  )
}

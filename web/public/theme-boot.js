// 'light' or 'dark' when the member chose one; without a choice the stylesheet follows the system.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is off in this browser: follow the system.
}

/** Hands a file to the browser, as if it had been a download link. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Not at once: the browser may only now begin to read it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads a file through a temporary link. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  // Revoke later: the browser may not have read it yet.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

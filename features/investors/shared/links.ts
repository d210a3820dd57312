/**
 * The address that a member's entry leads to. A website may be typed without https://, LinkedIn and Twitter as a bare handle.
 * Null: it leads nowhere, or somewhere other than the web (javascript:, data:, mailto:), and is refused.
 */
export const websiteLink = (text: string) => webAddress(text)
export const linkedinLink = (text: string) => profileLink(text, 'https://www.linkedin.com/in/')
export const twitterLink = (text: string) => profileLink(text, 'https://x.com/')

function profileLink(text: string, home: string) {
  const handle = text.trim().replace(/^@/, '')
  return /^[\w-]+$/.test(handle) ? home + handle : webAddress(text)
}

function webAddress(text: string): string | null {
  const typed = text.trim()
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`
  try {
    const { protocol, hostname, username, href } = new URL(address)
    const isWeb = protocol === 'https:' || protocol === 'http:'
    // 'https://bank.example@evil.example' shows one place and leads to another.
    return isWeb && hostname.includes('.') && !username ? href : null
  } catch {
    return null
  }
}

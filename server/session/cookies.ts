/** `__Host-` binds a cookie to this very host, but browsers take it over https only. */
export const cookieName = (name: string, isHttps: boolean) => (isHttps ? `__Host-${name}` : name)

export function cookie(name: string, value: string, options: { isHttps: boolean; maxAge: number }): string {
  const secure = options.isHttps ? '; Secure' : ''
  return `${cookieName(name, options.isHttps)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${options.maxAge}${secure}`
}

export function readCookie(header: string | undefined, name: string, isHttps: boolean): string | null {
  const wanted = `${cookieName(name, isHttps)}=`
  for (const part of header?.split(';') ?? []) {
    const text = part.trim()
    if (text.startsWith(wanted)) return text.slice(wanted.length)
  }
  return null
}

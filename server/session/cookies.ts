/** The prefix `__Host-` binds a cookie to this host, but browsers accept it over https only. */
const cookieName = (name: string, isHttps: boolean) => (isHttps ? `__Host-${name}` : name)

export function cookie(name: string, value: string, options: { isHttps: boolean; maxAge: number }): string {
  const secure = options.isHttps ? '; Secure' : ''
  return `${cookieName(name, options.isHttps)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${options.maxAge}${secure}`
}

export function readCookie(header: string | undefined, name: string, isHttps: boolean): string | null {
  const prefix = `${cookieName(name, isHttps)}=`
  for (const part of header?.split(';') ?? []) {
    const text = part.trim()
    if (text.startsWith(prefix)) return text.slice(prefix.length)
  }
  return null
}

/** Where a database is, as the client takes it. */
export interface DatabaseAddress {
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly database?: string | undefined
  readonly username?: string | undefined
}

/**
 * Where the database of a URL is. The client would find it by itself, and trace its statements as those of a database
 * `postgres` on `localhost`.
 */
export const databaseAddress = (text: string): DatabaseAddress => {
  const { hostname, port, pathname, username, searchParams } = new URL(text)
  try {
    const host = searchParams.get("host") ?? decodeURIComponent(hostname.replace(/^\[|\]$/g, ""))
    const number = Number(searchParams.get("port") ?? port)
    const database = searchParams.get("dbname") ?? decodeURIComponent(pathname.slice(1))
    const user = searchParams.get("user") ?? decodeURIComponent(username)
    return {
      ...(host && { host }),
      ...(number && { port: number }),
      ...(database && { database }),
      ...(user && { username: user }),
    }
  } catch {
    // the client says what cannot be decoded
    return {}
  }
}

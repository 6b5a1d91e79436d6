import { firstServer } from "./firstServer.ts"

/** `host:port/path` of a URL, without its credentials; of several servers the first, and how many others there are. */
export const addressOf = (text: string, usualPort: number): string => {
  const { url, others } = firstServer(text)
  const { hostname, port, pathname } = url!
  const more = others === 0 ? "" : ` and ${others} more`
  return `${hostname || "localhost"}:${port || usualPort}${pathname === "/" ? "" : pathname}${more}`
}

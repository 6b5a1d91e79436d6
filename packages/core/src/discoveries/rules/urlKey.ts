/** Without the slashes that it ends with; a loop, since a pattern would try each of them for the end. */
const withoutSlashes = (path: string): string => {
  let end = path.length
  while (path[end - 1] === "/") end--
  return path.slice(0, end)
}

const defaultPort = { http: /:80$/, https: /:443$/ } as const

/**
 * The text that two URLs of one page have in common: http or https, the case of the host, its default port, a fragment
 * and slashes at the end make no difference. Of a text that is no such URL, the text itself.
 */
export const urlKey = (url: string): string => {
  const text = url.trim()
  const [whole, scheme, host, path, query = ""] =
    /^(https?):\/\/([^/?#]+)([^?#]*)(\?[^#]*)?/i.exec(text) ?? []
  if (whole === undefined) return text
  const port = defaultPort[scheme!.toLowerCase() as keyof typeof defaultPort]
  return `${host!.toLowerCase().replace(port, "")}${withoutSlashes(path!)}${query === "?" ? "" : query}`
}

/** Whether the text is a URL of http or https. */
export const isUrl = (text: string): boolean => /^\s*https?:\/\/[^/?#]/i.test(text)

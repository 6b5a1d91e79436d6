/** As much as a line of the log needs. */
const longest = 500

/** User and password of a URL. */
const secretInUrl = /(?<=\/\/)[^\s/@]*@/g

/** What lies behind a failure, outermost first, in a line for the log; without the secrets of URLs that are quoted in it. */
export const causeSentence = (cause: unknown): string | undefined => {
  const messages: Array<string> = []
  const seen = new Set<unknown>()
  for (let each = cause; each instanceof Error && !seen.has(each); each = each.cause) {
    seen.add(each)
    const code = "code" in each && typeof each.code === "string" ? each.code : each.name
    const message = each.message === "" ? code : each.message.replaceAll(/\s+/g, " ")
    if (!messages.includes(message)) messages.push(message)
  }
  return messages.length === 0
    ? undefined
    : messages.join(": ").replaceAll(secretInUrl, "(hidden)@").slice(0, longest)
}

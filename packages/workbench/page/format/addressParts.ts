/** Texts as one part of an address, without the empty ones at their end. */
export const addressPart = (texts: ReadonlyArray<string>): string =>
  texts
    .map((text) => encodeURIComponent(text).replaceAll("~", "%7E"))
    .join("~")
    .replace(/~+$/, "")

/** The texts of such a part, again; what is none is empty. */
export const textsIn = (part: string): ReadonlyArray<string> =>
  part.split("~").map((text) => {
    try {
      return decodeURIComponent(text)
    } catch {
      return ""
    }
  })

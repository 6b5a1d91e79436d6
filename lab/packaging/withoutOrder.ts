const token = /"(?:[^"\\]|\\.)*"|=>|[{}()[\]<>,;]|[^\s{}()[\]<>,;"=]+|=/g
const closing: Readonly<Record<string, true>> = { "}": true, ")": true, "]": true, ">": true }
const opening: Readonly<Record<string, true>> = { "{": true, "(": true, "[": true, "<": true }

/**
 * Declarations with the members of each union in one order: the compiler prints them in the order in which it has met
 * the types, which differs from build to build.
 */
export const withoutOrder = (declarations: string): string => {
  const outer: Array<{ readonly parts: Array<string>; words: Array<string> }> = [{ parts: [], words: [] }]
  const endPart = () => {
    const { parts, words } = outer.at(-1)!
    parts.push(words.sort().join(" "))
    outer.at(-1)!.words = []
  }
  const append = (text: string) => {
    const { words } = outer.at(-1)!
    words.push(`${words.pop() ?? ""}${text}`)
  }
  for (const [text] of declarations.matchAll(token)) {
    if (opening[text]) outer.push({ parts: [text], words: [] })
    else if (closing[text] && outer.length > 1) {
      endPart()
      append(`${outer.pop()!.parts.join(";")}${text}`)
    } else if (text === "," || text === ";") endPart()
    else outer.at(-1)!.words.push(text)
  }
  for (;;) {
    endPart()
    if (outer.length === 1) break
    append(outer.pop()!.parts.join(";"))
  }
  return outer[0]!.parts.join("\n")
}

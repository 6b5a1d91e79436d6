import { type CatalogFile, type ImportBlock, type ImportItem, type ImportPass, passOf } from "./ImportItem.ts"
import { leadingKind, type ParsedLine, parseCatalogLine } from "./parseCatalogLine.ts"
import { readLines } from "./readLines.ts"

const belongsTo = (parsed: ParsedLine): ImportPass => {
  const kind = "entry" in parsed ? parsed.entry.kind : parsed.kind
  return kind === "line" ? "foundations" : passOf(kind)
}

/** A catalog NDJSON file. Each pass parses the lines that it writes, and those that do not begin with their kind. */
export const ndjsonFile = (name: string, path: string, size: number): CatalogFile => {
  // known once the first pass is through
  const present = new Set<ImportPass>(["foundations"])
  async function* read(pass: ImportPass): AsyncGenerator<ImportBlock> {
    if (!present.has(pass)) {
      yield { items: [], bytes: size }
      return
    }
    for await (const { first, lines, bytes } of readLines(path)) {
      const items: Array<ImportItem> = []
      for (const [index, text] of lines.entries()) {
        const line = first + index
        if (typeof text !== "string") {
          if (pass === "foundations") items.push({ line, kind: "line", fault: text.fault })
          continue
        }
        const leading = leadingKind(text)
        if (leading !== undefined && passOf(leading) !== pass) {
          present.add(passOf(leading))
          continue
        }
        if (text.trim() === "") continue
        const parsed = parseCatalogLine(text)
        const belongs = belongsTo(parsed)
        present.add(belongs)
        if (belongs === pass) items.push({ line, ...parsed })
        else if (leading !== undefined) {
          items.push({ line, kind: "line", fault: "gives its kind twice; write it once" })
        }
      }
      yield { items, bytes }
    }
  }
  return { name, size, read }
}

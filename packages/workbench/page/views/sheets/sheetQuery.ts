import { hasWholeYear } from "../../format/time.ts"
import { choicesIn } from "../priceChange/collisionChoices.ts"

export const onConflicts = ["leave_out", "overwrite", "refuse"] as const
export type OnConflict = (typeof onConflicts)[number]

const members = ["brand", "list", "column", "mark", "conflict", "same_instant", "end", "rows"]

/** The address with nothing said of one sheet alone: the day is meant of the next one too. */
export const unsaid = Object.fromEntries(members.map((name) => [name, ""]))

/** What is said of a sheet beside it, as the address has it. */
export const sheetQuery = (query: URLSearchParams) => {
  const [from, mark] = [query.get("from") ?? "", query.get("mark")]
  const conflict = onConflicts.find((each) => each === query.get("conflict"))
  return {
    ...(query.get("brand") && { brand_key: query.get("brand")! }),
    ...(query.get("list") && { price_list: query.get("list")! }),
    ...(query.get("column") && { key_column: query.get("column")! }),
    ...(from !== "" && hasWholeYear(from) && { effective_from: from }),
    ...((mark === "." || mark === ",") && { decimal_mark: mark as "." | "," }),
    on_conflict: conflict ?? "leave_out",
    same_instant: choicesIn(query).same_instant,
    on_no_return: query.has("end") ? ("end" as const) : ("refuse" as const),
  }
}

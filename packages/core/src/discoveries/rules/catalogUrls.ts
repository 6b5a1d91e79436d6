import type { Attributes } from "../../catalog/Catalog.ts"
import { isUrl, urlKey } from "./urlKey.ts"

/** The URLs of one product that are looked for at most. */
const mostUrls = 100

/** The texts in an attribute's value: itself, items of a list, members of a record, of each member's list. */
const textsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  if (typeof value !== "object" || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** What a product is found by whose attributes these are: each URL among their values (`urlKey`), once. */
export const catalogUrls = (attributes: Attributes): ReadonlyArray<string> => {
  const keys = new Set(Object.values(attributes).flatMap(textsIn).filter(isUrl).map(urlKey))
  return [...keys].slice(0, mostUrls)
}

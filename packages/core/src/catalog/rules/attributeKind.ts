import { isDecimalNumber } from "../../kernel/Decimal.ts"
import type { AttributeValue } from "../Catalog.ts"
import { isOption } from "./attributeCell.ts"

/** One kind of value; null is of none. */
export type ValueKind = "text" | "number" | "boolean" | "date" | "option" | "list" | "record"

const isoDate = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/

/** The kind of an attribute's value, by its form alone. */
export const attributeKind = (value: AttributeValue): ValueKind | undefined => {
  if (value === null) return undefined
  if (typeof value === "string") return isoDate.test(value) ? "date" : "text"
  if (isDecimalNumber(value)) return "number"
  if (typeof value === "boolean") return "boolean"
  return Array.isArray(value) ? "list" : isOption(value) ? "option" : "record"
}

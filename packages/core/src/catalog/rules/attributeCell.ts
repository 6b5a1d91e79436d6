import { decimalText, isDecimalNumber } from "../../kernel/Decimal.ts"
import { parseEffectiveFrom } from "../../kernel/EffectiveFrom.ts"
import type { AttributeItem, AttributeOption, AttributeValue } from "../Catalog.ts"
import type { ExportCell } from "./exportCell.ts"

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && parseEffectiveFrom(text) !== undefined

const isList = (value: AttributeValue): value is ReadonlyArray<AttributeItem> => Array.isArray(value)

/** An option is an object with a text `key` and at most a `label`; any other object is a record of sub-fields. */
export const isOption = (value: AttributeValue | undefined): value is AttributeOption =>
  typeof value === "object" &&
  value !== null &&
  !isList(value) &&
  "key" in value &&
  typeof value.key === "string" &&
  Object.keys(value).every((name) => name === "key" || name === "label")

const itemText = (item: AttributeItem, useLabel: boolean): string =>
  item === null
    ? ""
    : isOption(item)
      ? useLabel
        ? item.label || item.key
        : item.key
      : isDecimalNumber(item)
        ? decimalText(item)
        : String(item)

/** Between the items of a list unless another is asked for. */
export const listSeparator = "; "

/**
 * The cell of an attribute value: options as key or label (the key where they have none), lists joined with the
 * separator, ISO dates as dates, numbers as numbers, and a record without a sub-field as `name: value` pairs.
 */
export const attributeCell = (
  value: AttributeValue | undefined,
  subField: string | null,
  useLabel: boolean,
  separator = listSeparator,
): ExportCell => {
  if (value === undefined || value === null) return null
  const hasSubField = subField !== null && subField !== ""
  if (isDecimalNumber(value)) return hasSubField ? null : { kind: "number", text: decimalText(value) }
  if (hasSubField) {
    if (typeof value !== "object" || isList(value) || !Object.hasOwn(value, subField)) return null
    return attributeCell(
      (value as Readonly<Record<string, AttributeValue>>)[subField],
      null,
      useLabel,
      separator,
    )
  }
  if (typeof value === "boolean") return value
  if (typeof value === "string") return isDate(value) ? { kind: "date", text: value } : value
  if (isList(value)) return value.map((item) => itemText(item, useLabel)).join(separator)
  if (isOption(value)) return itemText(value, useLabel)
  return Object.entries(value)
    .map(
      ([name, member]) =>
        `${name}: ${isList(member) ? member.map((item) => itemText(item, useLabel)).join(separator) : itemText(member, useLabel)}`,
    )
    .join("; ")
}

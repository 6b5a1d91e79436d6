import { decimalNumber } from "@hangtag/core"
import { dropNulls, JsonSyntaxError, numberSource, parseJson, plainNotation } from "@hangtag/core/adapter"
import { BigDecimal, Schema } from "effect"
import {
  type CatalogEntry,
  type CatalogKind,
  catalogKinds,
  catalogLines,
  knownFields,
  variantFieldNames,
} from "./CatalogEntry.ts"
import { describeIssue } from "./describeIssue.ts"
import { givenBy } from "./LeftOut.ts"

export type ParsedLine =
  | { readonly entry: CatalogEntry; readonly ignored?: ReadonlyArray<string> }
  | { readonly fault: string; readonly kind: CatalogKind | "line"; readonly given?: ReadonlyArray<string> }

// An excess property is refused so that a record {key, label, more} is not taken for an option; the fields that
// nothing reads are gone by then.
const decoders = Object.fromEntries(
  catalogKinds.map((kind) => [
    kind,
    Schema.decodeUnknownResult(catalogLines[kind] as Schema.Codec<CatalogEntry, unknown>, {
      errors: "all",
      onExcessProperty: "error",
    }),
  ]),
) as Record<CatalogKind, ReturnType<typeof Schema.decodeUnknownResult<Schema.Codec<CatalogEntry, unknown>>>>

const kindAtStart = /^\s*\{\s*"kind"\s*:\s*"([a-z_]+)"/

const isKind = (kind: unknown): kind is CatalogKind =>
  typeof kind === "string" && Object.hasOwn(catalogLines, kind)

/** The kind of a line that begins with it, as most do, without parsing the line. */
export const leadingKind = (line: string): CatalogKind | undefined => {
  const kind = kindAtStart.exec(line)?.[1]
  return isKind(kind) ? kind : undefined
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Takes away the fields that nothing reads, and names them. */
const dropUnread = (
  object: Record<string, unknown>,
  known: ReadonlySet<string>,
  prefix: string,
): Array<string> => {
  const unread = Object.keys(object).filter((name) => !known.has(name))
  for (const name of unread) delete object[name]
  return unread.map((name) => prefix + name)
}

const isExact = (double: number, source: string): boolean =>
  Number.isFinite(double) &&
  (double === 0
    ? !/[1-9]/.test(source.replace(/[eE].*/, ""))
    : BigDecimal.equals(BigDecimal.fromStringUnsafe(source), BigDecimal.fromNumberUnsafe(double)))

/**
 * Numbers written otherwise than JavaScript writes them; in place: with their digits among attributes, else as
 * numbers where that loses nothing.
 */
const settleNumbers = (value: unknown, inAttributes = false): unknown => {
  if (typeof value === "symbol") {
    const source = numberSource(value) ?? ""
    if (inAttributes) return decimalNumber(source) ?? value
    return isExact(Number(source), source) ? Number(source) : value
  }
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) value[index] = settleNumbers(item, inAttributes)
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === "object" || typeof member === "symbol")
        value[name] = settleNumbers(member, inAttributes || name === "attributes")
    }
  return value
}

/** What a price line may say of its end in the words of price changes and sheets: unread, a sale would hold for good. */
const untils = ["effective_until", "until"]

/** Reads one line of catalog NDJSON, or says what is wrong with it. Digits of numbers are kept. */
export const parseCatalogLine = (line: string): ParsedLine => {
  let value: unknown
  try {
    // a file that was put behind another one begins with its byte order mark
    value = parseJson(line.replace(/^\uFEFF/, ""))
    dropNulls(value)
  } catch (error) {
    const where =
      error instanceof JsonSyntaxError
        ? `${error.message} at column ${error.position + 1}`
        : "nested too deep, or a number too long"
    return { kind: leadingKind(line) ?? "line", fault: `is not JSON: ${where}; write one object on one line` }
  }
  if (!isObject(value)) return { kind: "line", fault: 'is not an object; write {"kind": …} on one line' }
  const { kind } = value
  if (!isKind(kind)) {
    const found = kind === undefined ? "kind is missing" : `kind ${JSON.stringify(kind)} is unknown`
    return { kind: "line", fault: `${found}; use ${catalogKinds.join(", ")}` }
  }
  const ignored = dropUnread(value, knownFields(kind), "")
  const until = kind === "price" ? untils.find((name) => ignored.includes(name)) : undefined
  if (until !== undefined) {
    const fault = `${until} is not read: leave it out, and write what holds from then on as a line of its own, an amount or ends`
    return { kind, fault, given: givenBy(kind, value) }
  }
  const given = value.amount
  const { ends } = value
  if (kind === "price" && ends !== undefined) {
    const fault = "ends is of a price without an amount: leave one of the two out"
    if (given !== undefined) return { kind, fault, given: givenBy(kind, value) }
    value.amount = null
  } else if (kind === "price" && given !== undefined) {
    const source = numberSource(given)
    // what is neither number nor text fails as an amount
    value.amount = source !== undefined ? plainNotation(source) : typeof given === "string" ? given : ""
  } else {
    settleNumbers(value)
    if (Array.isArray(value.variants)) {
      for (const variant of value.variants.filter(isObject)) {
        ignored.push(...dropUnread(variant, variantFieldNames, "variants."))
      }
    }
  }
  const decoded = decoders[kind](value)
  if (decoded._tag === "Failure") {
    const fault = describeIssue(decoded.failure.issue, { ...value, amount: given })
    return { kind, fault, given: givenBy(kind, value) }
  }
  return ignored.length === 0 ? { entry: decoded.success } : { entry: decoded.success, ignored }
}

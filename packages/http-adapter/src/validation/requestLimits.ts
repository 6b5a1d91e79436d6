import { measureJson, mostFaults } from "@hangtag/core/adapter"
import { Context } from "effect"
import { type ErrorDetail, errorDetail } from "./errorDetail.ts"
import { mostValues } from "./mostValues.ts"
import { refuse } from "./Refusal.ts"

export interface Limits {
  /** The most elements that a list, and members that an object, may have. */
  readonly maxItems: number
  /** The most values that a body may have in all: elements, members, lists and objects. */
  readonly maxValues: number
  /** The most characters (code points) that a text may have. */
  readonly maxTextLength: number
}

/** What a body may hold at most, whatever its schema allows. */
export const RequestLimits = Context.Reference<Limits>("@hangtag/http-adapter/validation/RequestLimits", {
  defaultValue: () => ({ maxItems: 100_000, maxValues: 250_000, maxTextLength: 100_000 }),
})

/** A value and where it is; the way there is only written down for faults. */
interface Place {
  readonly value: unknown
  readonly key: PropertyKey
  readonly parent: Place | undefined
}

/** `\ud83d\ude00` is one of a text's characters. */
const mostWrittenForOne = 12

/** What the text of a body holds: see `measureJson`. */
export interface Size {
  readonly values: number
  readonly longest: number
}

/** Whether a text may be so long: without escapes, one that is has no quote around where it is looked for. */
const mayHoldLong = (bytes: Buffer, most: number): boolean => {
  if (bytes.includes(BACKSLASH)) return true
  for (let at = most; at < bytes.length; at += most) {
    // not beyond what decides: where there are no quotes at all, each look would go over all the bytes
    const before = bytes.subarray(at - most, at).lastIndexOf(QUOTE)
    const behind = bytes.subarray(at, at + most).indexOf(QUOTE)
    if (before === -1 || (behind === -1 ? bytes.length - at : behind) + most - before > most) return true
  }
  return false
}

const [QUOTE, BACKSLASH] = [34, 92]

/** Whether a body of so many bytes may be beyond a limit; most are too small. */
export const mayBeTooLarge = (
  { length }: Uint8Array,
  { maxItems, maxValues, maxTextLength }: Limits,
): boolean => length >= Math.min(2 * maxItems, maxValues, maxTextLength)

/**
 * The size of a text of these bytes. Where it is plain that it is within all limits, that is told, in a fifth of the time
 * that it takes to measure.
 */
export function* sizeOf(
  text: string,
  body: Uint8Array,
  { maxItems, maxValues, maxTextLength }: Limits,
): Generator<void, Size> {
  // a byte each, as only ASCII has: in other texts a byte says nothing
  if (body.length === text.length) {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
    const values = mostValues(bytes)
    if (values <= Math.min(maxItems, maxValues) && !mayHoldLong(bytes, maxTextLength))
      return { values, longest: 0 }
  }
  return yield* measureJson(text, charactersAStep)
}

/** The entry for a body of more values than allowed, or with an endless text, which is told before it is parsed. */
export const sizeFault = (
  text: string,
  { values, longest }: Size,
  { maxValues, maxTextLength }: Limits,
): ErrorDetail | undefined => {
  if (text.length < maxValues) return undefined
  if (values > maxValues) return tooLong("Body", maxValues, values, [])
  return longest > mostWrittenForOne * maxTextLength ? tooLongText(maxTextLength, []) : undefined
}

/** Characters that are looked at in some milliseconds. */
const charactersAStep = 512 * 1024

/**
 * An entry for each list, object and text in a parsed body that is longer than allowed; what is inside of such a list
 * is not looked at. None shows what was there, which would be as long again.
 */
export const limitFaults = (
  body: unknown,
  { values, longest }: Size,
  { maxItems, maxTextLength }: Limits,
): ReadonlyArray<ErrorDetail> => {
  // no list is longer than all there is
  if (values <= maxItems && longest <= maxTextLength) return []
  // what is no object is refused as such
  if (typeof body !== "object" || body === null || Array.isArray(body)) return []
  const faults: Array<ErrorDetail> = []
  // a list instead of calls: no nesting can overflow it
  const open: Array<Place> = [{ value: body, key: "", parent: undefined }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place
    if (typeof value === "string") {
      if (isLong(value, maxTextLength)) {
        faults.push(tooLongText(maxTextLength, pathOf(place)))
      }
    } else if (Array.isArray(value)) {
      if (value.length > maxItems) faults.push(tooLong("List", maxItems, value.length, pathOf(place)))
      else
        for (let key = value.length - 1; key >= 0; key--) {
          const member: unknown = value[key]
          if (mayBeLong(member, maxTextLength)) open.push({ value: member, key, parent: place })
        }
    } else if (typeof value === "object" && value !== null) {
      // What JSON made inherits nothing to walk; V8 reads members so in half the time of `Object.keys`.
      const inside: Array<Place> = []
      let members = 0
      for (const key in value) {
        members++
        const member: unknown = value[key as keyof typeof value]
        if (mayBeLong(member, maxTextLength)) inside.push({ value: member, key, parent: place })
      }
      if (members > maxItems) faults.push(tooLong("Dictionary", maxItems, members, pathOf(place)))
      else for (let next = inside.pop(); next !== undefined; next = inside.pop()) open.push(next)
    }
    if (faults.length === mostFaults) break
  }
  return faults
}

const tooLong = (
  field_type: "List" | "Dictionary" | "Body",
  max_length: number,
  actual_length: number,
  path: ReadonlyArray<PropertyKey>,
) => errorDetail(refuse("too_long", { field_type, max_length, actual_length }), "body", path, null)

const tooLongText = (max_length: number, path: ReadonlyArray<PropertyKey>) =>
  errorDetail(refuse("string_too_long", { max_length }), "body", path, null)

const mayBeLong = (value: unknown, maxTextLength: number): boolean =>
  typeof value === "string" ? value.length > maxTextLength : typeof value === "object" && value !== null

const pathOf = (place: Place): ReadonlyArray<PropertyKey> => {
  const path: Array<PropertyKey> = []
  for (let at = place; at.parent !== undefined; at = at.parent) path.unshift(at.key)
  return path
}

/** A code point is two units at most, so that a much longer text need not be counted. */
const isLong = (text: string, maxTextLength: number): boolean => {
  if (text.length <= maxTextLength || text.length > 2 * maxTextLength) return text.length > maxTextLength
  let codePoints = 0
  for (const _ of text) codePoints++
  return codePoints > maxTextLength
}

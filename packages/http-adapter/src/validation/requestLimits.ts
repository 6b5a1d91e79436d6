import { Context } from "effect"
import { type ErrorDetail, errorDetail } from "./errorDetail.ts"
import { refuse } from "./Refusal.ts"

export interface Limits {
  /** The most elements that a list may have. */
  readonly maxItems: number
  /** The most characters (code points) that a text may have. */
  readonly maxTextLength: number
}

/** What a body may hold at most, whatever its schema allows. */
export const RequestLimits = Context.Reference<Limits>("@hangtag/http-adapter/validation/RequestLimits", {
  defaultValue: () => ({ maxItems: 100_000, maxTextLength: 100_000 }),
})

/** A value and where it is; the way there is only written down for faults. */
interface Place {
  readonly value: unknown
  readonly key: PropertyKey
  readonly parent: Place | undefined
}

/**
 * An entry for each list and text in a parsed body that is longer than allowed; what is inside of such a list is
 * not looked at. `size` is that of the body in bytes: most are too small to hold one.
 */
export const limitFaults = (body: unknown, size: number, limits: Limits): ReadonlyArray<ErrorDetail> => {
  const { maxItems, maxTextLength } = limits
  if (size < Math.min(2 * maxItems, maxTextLength)) return []
  // what is no object is refused as such
  if (typeof body !== "object" || body === null || Array.isArray(body)) return []
  const faults: Array<ErrorDetail> = []
  // a list instead of calls: no nesting can overflow it
  const open: Array<Place> = [{ value: body, key: "", parent: undefined }]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place
    const refusal = typeof value === "string" ? textFault(value, maxTextLength) : listFault(value, maxItems)
    if (refusal !== undefined) faults.push(errorDetail(refusal, "body", pathOf(place), value))
    else if (Array.isArray(value)) {
      for (let key = value.length - 1; key >= 0; key--) {
        const member: unknown = value[key]
        if (mayBeLong(member, maxTextLength)) open.push({ value: member, key, parent: place })
      }
    } else if (typeof value === "object" && value !== null) {
      // What JSON made inherits nothing to walk; V8 reads members so in half the time of `Object.keys`.
      const inside: Array<Place> = []
      for (const key in value) {
        const member: unknown = value[key as keyof typeof value]
        if (mayBeLong(member, maxTextLength)) inside.push({ value: member, key, parent: place })
      }
      for (let next = inside.pop(); next !== undefined; next = inside.pop()) open.push(next)
    }
  }
  return faults
}

const mayBeLong = (value: unknown, maxTextLength: number): boolean =>
  typeof value === "string" ? value.length > maxTextLength : typeof value === "object" && value !== null

const pathOf = (place: Place): ReadonlyArray<PropertyKey> => {
  const path: Array<PropertyKey> = []
  for (let at = place; at.parent !== undefined; at = at.parent) path.unshift(at.key)
  return path
}

const listFault = (value: unknown, max_length: number) =>
  Array.isArray(value) && value.length > max_length
    ? refuse("too_long", { field_type: "List", max_length, actual_length: value.length })
    : undefined

const textFault = (text: string, max_length: number) => {
  if (text.length <= max_length) return undefined
  let codePoints = 0
  for (const _ of text) codePoints++
  return codePoints > max_length ? refuse("string_too_long", { max_length }) : undefined
}

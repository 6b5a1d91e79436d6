import { stringifyParsed } from "@hangtag/core/adapter"
import { SchemaIssue } from "effect"

const format = SchemaIssue.makeFormatterStandardSchemaV1()
const maxFaults = 3
const attributeForm =
  "text, a number of at most 1,000 digits and within the range of a double, true, false, null, an option {key, label}, a list of those, or named sub-fields of those"

const pathText = (path: ReadonlyArray<PropertyKey>): string =>
  path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`,
    )
    .join("")

const shown = (value: unknown): string => {
  const text = typeof value === "number" ? String(value) : stringifyParsed(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

const valueAt = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce<unknown>(
    (value, part) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[part] : undefined,
    input,
  )

/** What the schema expects, in words for people who write files. */
const expected = (message: string): string =>
  message
    .replace(/^Expected /, "")
    .replace(/\bstring\b/g, "text")
    .replace("an integer", "a whole number")
    .replace("array", "a list")
    .replaceAll(" | ", " or ")

/** Says in one sentence where a line differs from what its kind takes, what it should be, and what was found. */
export const describeIssue = (issue: SchemaIssue.Issue, input: unknown): string => {
  const missing: Array<string> = []
  const faults = new Set<string>()
  for (const each of format(issue).issues) {
    const path = (each.path ?? []).map((part) => (typeof part === "object" ? part.key : part))
    const attribute = path.indexOf("attributes")
    const mustBe = (place: ReadonlyArray<PropertyKey>, what: string) =>
      faults.add(`${pathText(place)} must be ${what}, found ${shown(valueAt(input, place))}`)
    if (attribute !== -1 && path.length > attribute + 1) mustBe(path.slice(0, attribute + 2), attributeForm)
    else if (each.message === "Missing key") missing.push(pathText(path))
    else mustBe(path, expected(each.message))
  }
  const all = [
    ...(missing.length > 0 ? [`${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} missing`] : []),
    ...faults,
  ]
  const more = all.length - maxFaults
  return all.slice(0, maxFaults).join("; ") + (more > 0 ? `; and ${more} more` : "")
}

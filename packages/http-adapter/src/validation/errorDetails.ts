import type { SchemaIssue } from "effect"
import { issueRefusal, literalsOf } from "./issueRefusal.ts"
import { type Refusal, refuse } from "./Refusal.ts"

/** An entry of `detail`, its keys in the order in which they are written. */
export interface ErrorDetail {
  readonly type: string
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
  readonly input: unknown
  readonly ctx?: NonNullable<Refusal["ctx"]>
}

export type Slot = "path" | "query" | "header" | "body"

/** A hostile megabyte holds 300,000 errors of a hundred bytes each; nobody reads more than these. */
export const MAX_ERRORS = 10_000

/**
 * The entries for a schema issue, in the order of the schema's fields. Issues carry paths only: what was sent
 * there is looked up in `raw`, the slot's value before decoding.
 */
export const errorDetails = (issue: SchemaIssue.Issue, slot: Slot, raw: unknown): Array<ErrorDetail> => {
  const details: Array<ErrorDetail> = []

  const walk = (issue: SchemaIssue.Issue, path: Path, input: unknown, container: unknown) => {
    if (details.length === MAX_ERRORS) return
    if (issue._tag === "Pointer") {
      const parent = issue.path.slice(0, -1).reduce(memberOf, input)
      const child = issue.path.slice(-1).reduce(memberOf, parent)
      return walk(issue.issue, [...path, ...issue.path], child, parent)
    }
    const inner = innerIssues(issue)
    if (inner === undefined)
      details.push(leafDetail(issueRefusal(issue, input), slot, path, input, container))
    else for (const child of inner) walk(child, path, input, container)
  }

  walk(issue, [], raw, raw)
  return details
}

const leafDetail = (
  refusal: Refusal,
  slot: Slot,
  path: Path,
  input: unknown,
  container: unknown,
): ErrorDetail => {
  if (refusal.type === "missing") return errorDetail(refusal, slot, path, slot === "body" ? container : null)
  // Half a surrogate pair is no text, whatever the text was to be.
  const isText = typeof input !== "string" || input.isWellFormed()
  return errorDetail(isText ? refusal : refuse("string_unicode"), slot, path, input)
}

type Path = ReadonlyArray<PropertyKey>

/** The issues to report instead of this one; `undefined` for one that is to be reported itself. */
const innerIssues = (issue: SchemaIssue.Issue): ReadonlyArray<SchemaIssue.Issue> | undefined => {
  switch (issue._tag) {
    case "Encoding":
      return [issue.issue]
    case "Composite":
      // Several checks of one value: as in pydantic, the first that failed speaks.
      return issue.issues[0]._tag === "Filter" ? issue.issues.slice(0, 1) : issue.issues
    case "Filter":
      return issue.issue._tag === "InvalidValue" ? undefined : [issue.issue]
    case "AnyOf":
      return issue.issues.length === 0 || literalsOf(issue.ast).length > 0
        ? undefined
        : issue.issues.slice(0, 1)
  }
}

/** The entry for a refusal at a place of the request. */
export const errorDetail = (refusal: Refusal, slot: Slot, path: Path, input: unknown): ErrorDetail => ({
  type: refusal.type,
  loc: [slot, ...path.map((key) => (typeof key === "number" ? key : String(key)))],
  msg: refusal.msg,
  input,
  ...(refusal.ctx === undefined ? undefined : { ctx: refusal.ctx }),
})

const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined

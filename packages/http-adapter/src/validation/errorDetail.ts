import type { Refusal } from "./Refusal.ts"

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

type Path = ReadonlyArray<PropertyKey>

/** The entry for a refusal at a place of the request. */
export const errorDetail = (refusal: Refusal, slot: Slot, path: Path, input: unknown): ErrorDetail => ({
  type: refusal.type,
  loc: [slot, ...path.map((key) => (typeof key === "number" ? key : String(key)))],
  msg: refusal.msg,
  input,
  ...(refusal.ctx === undefined ? undefined : { ctx: refusal.ctx }),
})

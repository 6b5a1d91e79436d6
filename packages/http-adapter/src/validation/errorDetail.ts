import type { Refusal } from "./Refusal.ts"

/** An entry of `detail`, its keys in the order in which they are written. */
export interface ErrorDetail {
  readonly type: string
  readonly loc: ReadonlyArray<string | number>
  readonly msg: string
  readonly input: unknown
  readonly ctx?: Readonly<Record<string, unknown>>
}

export type Slot = "path" | "query" | "header" | "body"

type Path = ReadonlyArray<PropertyKey>

/** The entry for a refusal at a place of the request. */
export const errorDetail = (refusal: Refusal, slot: Slot, path: Path, input: unknown): ErrorDetail => {
  const { type, msg, ctx } = refusal
  const loc: Array<string | number> = [slot]
  for (const key of path) loc.push(typeof key === "number" ? key : String(key))
  return ctx === undefined ? { type, loc, msg, input } : { type, loc, msg, input, ctx }
}

import type { PriceAdjustment, Rounding } from "./changes/PriceAdjustment.ts"
import type { ChangeLine, ColorwayChange, OnCollision, PriceChangeRequest } from "./changes/PriceChange.ts"
import type { ColumnMapping, ExportRequest } from "./exports/ExportRequest.ts"
import { type Defaulted, defaults, withDefaults } from "./kernel/defaults.ts"

/** An export as promise callers ask for it. */
export type ExportAsked = Defaulted<
  Omit<ExportRequest, "column_mappings">,
  keyof typeof defaults.exportRequest
> & {
  readonly column_mappings?: ReadonlyArray<
    Defaulted<ColumnMapping, keyof typeof defaults.columnMapping>
  > | null
}

/** With the defaults for what it leaves out. */
export const exportRequest = (request: ExportAsked): ExportRequest => {
  const { column_mappings } = request ?? {}
  const mappings = Array.isArray(column_mappings)
    ? { column_mappings: column_mappings.map((each) => withDefaults(defaults.columnMapping, each)) }
    : {}
  return withDefaults<ExportRequest>(defaults.exportRequest, { ...request, ...mappings })
}

/** A price change as promise callers ask for it. */
export type ChangeAsked = Defaulted<
  Omit<PriceChangeRequest, "colorways" | "on_collision">,
  keyof typeof defaults.priceChange
> & {
  readonly on_collision?: Partial<OnCollision>
  readonly colorways: ReadonlyArray<
    Defaulted<Omit<ColorwayChange, "lines">, keyof typeof defaults.colorwayChange> & {
      readonly lines: ReadonlyArray<Defaulted<ChangeLine, keyof typeof defaults.changeLine>>
    }
  >
}

/** The items of what may be no list, as `valid` will then say. */
const each = <A, B>(list: ReadonlyArray<A>, change: (item: A) => B): ReadonlyArray<B> =>
  Array.isArray(list) ? list.map(change) : (list as never)

/** With the defaults for what it leaves out. */
export const changeRequest = (request: ChangeAsked): PriceChangeRequest => ({
  ...withDefaults<PriceChangeRequest>(defaults.priceChange, request),
  on_collision: withDefaults<OnCollision>(defaults.priceChange.on_collision, request?.on_collision ?? {}),
  colorways: each(request?.colorways, (colorway) => ({
    ...withDefaults<ColorwayChange>(defaults.colorwayChange, colorway),
    lines: each(colorway?.lines, (line) => withDefaults<ChangeLine>(defaults.changeLine, line)),
  })),
})

/** An adjustment of prices as promise callers ask for it. */
export type AdjustmentWanted = Defaulted<
  Omit<PriceAdjustment, "selection" | "round" | "on_collision">,
  keyof typeof defaults.priceAdjustment
> & {
  readonly selection: Partial<PriceAdjustment["selection"]>
  readonly round?: Partial<Rounding> | null
  readonly on_collision?: Partial<OnCollision>
}

/** With the defaults for what it leaves out. */
export const priceAdjustment = (request: AdjustmentWanted): PriceAdjustment => {
  const { selection, round = null, on_collision } = request ?? {}
  return {
    ...withDefaults<PriceAdjustment>(defaults.priceAdjustment, request),
    selection: withDefaults<PriceAdjustment["selection"]>(defaults.selection, selection),
    round: round === null ? null : withDefaults<Rounding>(defaults.rounding, round),
    on_collision: withDefaults<OnCollision>(defaults.priceChange.on_collision, on_collision ?? {}),
  }
}

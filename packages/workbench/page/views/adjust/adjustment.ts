import type { PriceAdjustment } from "@hangtag/client"
import { choicesIn } from "../priceChange/collisionChoices.ts"

export type Kind = "percent" | "amount" | "set"

/** A bulk adjustment as the address holds it. */
export interface Draft {
  readonly brand: string
  readonly products: ReadonlyArray<string>
  readonly labels: ReadonlyArray<string>
  readonly colors: ReadonlyArray<string>
  readonly source: string
  readonly types: ReadonlyArray<string>
  readonly kind: Kind
  readonly value: string
  readonly to: string
  readonly mode: "half_up" | "up" | "down"
  readonly ending: string
  readonly from: string
  readonly until: string
}

const listIn = (query: URLSearchParams, name: string) =>
  (query.get(name) ?? "").split("\n").flatMap((line) => line.trim() || [])

const oneOf = <Value extends string>(
  value: string | null,
  ...allowed: readonly [Value, ...Array<Value>]
): Value => allowed.find((each) => each === value) ?? allowed[0]

export const draftIn = (query: URLSearchParams): Draft => ({
  brand: query.get("brand") ?? "",
  products: listIn(query, "products"),
  labels: listIn(query, "labels"),
  colors: listIn(query, "colors"),
  source: query.get("source") ?? "",
  types: (query.get("types") ?? "MAP").split(",").flatMap((type) => type.trim() || []),
  kind: oneOf(query.get("kind"), "percent", "amount", "set"),
  value: query.get("value") ?? "",
  to: query.get("to") ?? "",
  mode: oneOf(query.get("mode"), "half_up", "up", "down"),
  ending: query.get("ending") ?? "",
  from: query.get("from") ?? "",
  until: query.get("until") ?? "",
})

/** The body of an adjustment, once enough of it is there. */
export const adjustmentOf = (draft: Draft, query: URLSearchParams): PriceAdjustment | undefined => {
  const { products, labels, colors, source, types, kind, value, to, mode, ending, from, until } = draft
  if (draft.brand === "" || value.trim() === "" || from === "" || types.length === 0) return undefined
  const list = (values: ReadonlyArray<string>) => (values.length === 0 ? null : values)
  return {
    selection: {
      product_keys: list(products),
      label_keys: list(labels),
      colors: list(colors),
      source: source || null,
    },
    price_types: types,
    // digits as they were typed: a number could not hold them all
    adjust: { [kind]: value.trim() } as unknown as PriceAdjustment["adjust"],
    ...((to !== "" || ending !== "") && {
      round: { mode, ...(to && { to }), ...(ending && { ending }) } as unknown as NonNullable<
        PriceAdjustment["round"]
      >,
    }),
    effective_from: from,
    ...(until && { effective_until: until }),
    on_collision: choicesIn(query),
  }
}

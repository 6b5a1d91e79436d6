import type { ColorwayKey, PriceAdjustment } from "@hangtag/client"
import { nameFault } from "../../format/batchName.ts"
import { namesIn } from "../../format/pasted.ts"
import { hasWholeYear } from "../../format/time.ts"
import { decimalFault, typedDecimal } from "../../format/typedDecimal.ts"
import { choicesIn } from "../priceChange/collisionChoices.ts"

export type Kind = "percent" | "amount" | "set"

/** A bulk adjustment as the address holds it. */
export interface Draft {
  readonly brand: string
  /** The price list whose prices are adjusted. */
  readonly list: string
  /** Whether what the list shows of others is adjusted too, and written as its own. */
  readonly where: "own" | "resolved"
  /** What the batch is to be called. */
  readonly name: string
  readonly products: ReadonlyArray<string>
  readonly labels: ReadonlyArray<string>
  readonly colors: ReadonlyArray<string>
  /** Of what is selected. */
  readonly leftOut: ReadonlyArray<ColorwayKey>
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

/** A colorway as a part of the address. */
export const colorwayText = ({ product_key, color }: ColorwayKey): string =>
  `${encodeURIComponent(product_key)}/${encodeURIComponent(color)}`

const colorwayIn = (text: string): ReadonlyArray<ColorwayKey> => {
  try {
    const [product_key, color] = text.split("/").map(decodeURIComponent)
    return product_key && color !== undefined ? [{ product_key, color }] : []
  } catch {
    return []
  }
}

const listIn = (query: URLSearchParams, name: string) => [
  ...new Set((query.get(name) ?? "").split("\n").flatMap((line) => line.trim() || [])),
]

/** The value without the sign of a percent, which may stand behind it. */
const valueText = ({ kind, value }: Pick<Draft, "kind" | "value">): string =>
  kind === "percent" ? value.replace(/%\s*$/, "") : value

const oneOf = <Value extends string>(
  value: string | null,
  ...allowed: readonly [Value, ...Array<Value>]
): Value => allowed.find((each) => each === value) ?? allowed[0]

export const draftIn = (query: URLSearchParams): Draft => ({
  brand: query.get("brand") ?? "",
  list: query.get("list") || "base",
  where: oneOf(query.get("where"), "own", "resolved"),
  name: query.get("name") ?? "",
  products: listIn(query, "products"),
  labels: listIn(query, "labels"),
  colors: listIn(query, "colors"),
  leftOut: query.getAll("out").flatMap(colorwayIn),
  source: query.get("source") ?? "",
  types: namesIn(query.get("types") ?? "MAP"),
  kind: oneOf(query.get("kind"), "percent", "amount", "set"),
  value: query.get("value") ?? "",
  to: query.get("to") ?? "",
  mode: oneOf(query.get("mode"), "half_up", "up", "down"),
  ending: query.get("ending") ?? "",
  from: query.get("from") ?? "",
  until: query.get("until") ?? "",
})

/** What is wrong with what was typed, by the member that holds it. */
export const faultsIn = ({
  name,
  kind,
  value,
  to,
  ending,
  from,
}: Draft): Readonly<Record<string, string | undefined>> => ({
  name: nameFault(name),
  value: value.trim() === "" ? undefined : decimalFault(valueText({ kind, value }), "-5 or 12.50"),
  to: to === "" ? undefined : decimalFault(to, "0.05"),
  ending: ending === "" ? undefined : decimalFault(ending, "0.95"),
  from: from === "" || hasWholeYear(from) ? undefined : "Write the year with four digits",
})

/** The body of an adjustment, once enough of it is there. */
export const adjustmentOf = (draft: Draft, query: URLSearchParams): PriceAdjustment | undefined => {
  const { products, labels, colors, source, types, kind, value, to, mode, ending, from, until } = draft
  if (draft.brand === "" || value.trim() === "" || from === "" || types.length === 0) return undefined
  if (Object.values(faultsIn(draft)).some((fault) => fault !== undefined)) return undefined
  const list = (values: ReadonlyArray<string>) => (values.length === 0 ? null : values)
  return {
    selection: {
      all: products.length + labels.length + colors.length === 0 && source === "",
      product_keys: list(products),
      label_keys: list(labels),
      colors: list(colors),
      source: source || null,
      ...(draft.list !== "base" && { price_list: draft.list, where: draft.where }),
    },
    ...(draft.leftOut.length > 0 && { leave_out: draft.leftOut }),
    price_types: types,
    // digits as they were typed: a number could not hold them all
    adjust: { [kind]: typedDecimal(valueText(draft)) } as unknown as PriceAdjustment["adjust"],
    ...((to !== "" || ending !== "") && {
      round: {
        mode,
        ...(to && { to: typedDecimal(to) }),
        ...(ending && { ending: typedDecimal(ending) }),
      } as unknown as NonNullable<PriceAdjustment["round"]>,
    }),
    effective_from: from,
    ...(until && { effective_until: until }),
    on_collision: choicesIn(query),
    ...(draft.name.trim() && { name: draft.name.trim() }),
  }
}

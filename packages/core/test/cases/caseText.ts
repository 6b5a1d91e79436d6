import {
  type BatchRecord,
  Ending,
  type PrefillLine,
  type PriceEntry,
  type PriceListEntry,
} from "@hangtag/core"
import { aChangeLine, aColumnMapping, aPriceList } from "@hangtag/testkit"
import * as Schema from "effect/Schema"

/** Reads `TYPE[@LIST]`. */
export const typeOfText = (text: string): { readonly price_type: string; readonly price_list?: string } => {
  const [price_type = "", price_list] = text.split("@")
  return { price_type, ...(price_list !== undefined && { price_list }) }
}

/** Reads `LIST [below LIST]`, in dollars and below `base` unless it is said, or `LIST in CURRENCY`, which stands alone. */
export const listOfText = (text: string) => {
  const [list = "", currency = "USD"] = text.split(" in ")
  const [price_list = "", parent = list === text ? "base" : null] = list.split(" below ")
  return { price_list, parent, currency }
}

/** Writes it; `base` is not written. */
export const textOfType = ({ price_type, price_list = "base" }: ReturnType<typeof typeOfText>): string =>
  price_list === "base" ? price_type : `${price_type}@${price_list}`

const isEnding = Schema.is(Ending)

/** Reads `VARIANT TYPE AMOUNT from EFFECTIVE_FROM [draft] [in BATCH]`; an ending has its word in the place of the amount. */
export const priceOfText = (text: string): PriceEntry => {
  const match = /^(\S+) (\S+) (\S+) from (\S+)( draft)?(?: in (\S+))?$/.exec(text)
  if (match === null) throw new Error(`No price: ${text}`)
  const [, variant_key, type, amount, effective_from, draft, batch_key = null] = match
  return {
    variant_key: variant_key!,
    ...typeOfText(type!),
    ...(isEnding(amount) ? { amount: null, ending: amount } : { amount: amount! }),
    effective_from: effective_from!,
    status: draft === undefined ? "active" : "draft",
    batch_key,
  }
}

/** Writes a price the way tables do. */
export const textOfPrice = (
  price: Omit<PriceEntry, "status" | "batch_key"> &
    Partial<Pick<BatchRecord, "status" | "ends"> & Pick<PriceEntry, "batch_key">>,
): string =>
  `${price.variant_key} ${textOfType(price)} ${price.amount ?? price.ends ?? price.ending} from ${price.effective_from}` +
  (price.status === undefined || price.status === "active" ? "" : ` ${price.status}`) +
  (price.batch_key ? ` in ${price.batch_key}` : "")

/** Reads `MOMENT AMOUNT [from EFFECTIVE_FROM]`; the amount is null for `MOMENT nothing`. */
export const shownOfText = (text: string) => {
  const match = /^(\S+) (\S+)(?: from (\S+))?$/.exec(text)
  if (match === null) throw new Error(`Nothing shown: ${text}`)
  const [, moment, amount, effective_from = null] = match
  return { moment: moment!, amount: amount === "nothing" ? null : amount!, effective_from }
}

/** Reads `TYPE AMOUNT from EFFECTIVE_FROM`. */
export const lineOfText = (text: string): PrefillLine => {
  const { variant_key: _, status: __, batch_key: ___, amount, ...line } = priceOfText(`- ${text}`)
  return { ...line, amount: amount! }
}

/** Reads `TYPE AMOUNT from EFFECTIVE_FROM [until EFFECTIVE_UNTIL] [return none] [of VARIANT …]`; an ending has its word in the place of the amount. */
export const changeLineOfText = (text: string) => {
  const [, line = "", until = null, none, variants] =
    /^(.*?)(?: until (\S+))?( return none)?(?: of (.+))?$/.exec(text) ?? []
  const { variant_key: _, status: __, batch_key: ___, ending, ...price } = priceOfText(`- ${line}`)
  return aChangeLine({
    ...price,
    ...(ending !== undefined && { ends: ending }),
    ...(variants !== undefined && { variant_keys: variants.split(" ") }),
    effective_until: until,
    return: none === undefined ? null : "none",
  })
}

/** Reads `KEY[ below PARENT][ archived]`. */
export const listEntryOfText = (text: string): PriceListEntry => {
  const [, price_list = "", parent = null, archived] = /^(\S+)(?: below (\S+))?( archived)?$/.exec(text) ?? []
  return aPriceList({ price_list, parent, archived: archived !== undefined })
}

/** Reads `HEADER = SOURCE_FIELD [SUB_FIELD] label`, of a price `[TYPE@LIST]`. */
export const columnOfText = (text: string) => {
  const [, header, source_field = "", sub_field = null, label] =
    /^(?:(.*?) = )?(\S*?)(?: \[(.*)\])?( label)?$/.exec(text) ?? []
  const isPrice = sub_field !== null && ["price", "price_effective_from"].includes(source_field)
  const { price_type, ...list } = isPrice ? typeOfText(sub_field) : { price_type: sub_field }
  return aColumnMapping({
    column_name: header ?? source_field,
    source_field,
    sub_field: price_type,
    ...list,
    use_label: label !== undefined,
  })
}

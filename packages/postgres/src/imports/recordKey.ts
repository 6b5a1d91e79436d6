import { hash } from "node:crypto"
import { basePriceList, type PriceEntry } from "@hangtag/core"

/** As Postgres writes an element of an array: in quotes where it could be taken for something else. */
const element = (text: string): string =>
  text === "" || /[ \t\n\r\v\f"\\{},]/.test(text) || text.toLowerCase() === "null"
    ? `"${text.replaceAll(/["\\]/g, "\\$&")}"`
    : text

/** As `trim_scale(amount::numeric)` writes a plain decimal. */
const plainest = (amount: string): string => {
  const start = /^0*(?=\d)/.exec(amount)![0].length
  let end = amount.length
  if (amount.includes(".")) {
    while (amount[end - 1] === "0") end--
    if (amount[end - 1] === ".") end--
  }
  return amount.slice(start, end)
}

/**
 * The key of a price that is imported: made of its content, so that the same price has the same one and is there already.
 * Postgres made the first ones, of an array's text; to make them there costs a third of what writing a price does.
 */
export const recordKey = (
  organization: string,
  {
    variant_key,
    price_type,
    price_list = basePriceList,
    amount,
    ending,
    effective_from,
    status,
    batch_key,
  }: PriceEntry,
): string => {
  const texts = [
    organization,
    variant_key,
    price_type,
    amount === null ? ending! : plainest(amount),
    effective_from,
    status,
  ].map(element)
  const batch = batch_key === null ? "NULL" : element(batch_key)
  const list = price_list === basePriceList ? "" : `,${element(price_list)}`
  const content = `{${texts.join(",")},${batch}${list}}`
  return hash("sha256", content).slice(0, 32)
}

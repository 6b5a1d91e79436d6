import type { Amount } from "../../kernel/Amount.ts"
import { hash64, shortHash } from "../../kernel/rules/shortHash.ts"

/** What a row of a sheet was written of: its prices of some price types and lists at the sheet's moment. */
export interface RowToken {
  /** `publicId` of the organization. */
  readonly organization: string
  readonly brand_key: string
  /** `brandState` of the brand then. */
  readonly brand: string
  readonly variant_key: string
  readonly product_key: string
  /** Microseconds since 1970. */
  readonly at: number
  readonly prices: ReadonlyArray<{
    readonly price_type: string
    readonly price_list: string
    /** Null: there was none. */
    readonly amount: Amount | null
    /** What the list showed, also where it had no price of its own; left out: not said. */
    readonly shown?: Amount | null
  }>
}

/** Names an organization to its own sheets, without its name. */
export const publicId = (organization: string): string =>
  shortHash(`organization ${organization}`).slice(0, 8)

/** Another one where the days of the brand begin at other instants. */
export const brandState = (brand: { readonly brand_key: string; readonly time_zone: string }): string =>
  shortHash(`brand ${brand.brand_key} ${brand.time_zone}`).slice(0, 8)

/** Nothing of it is taken for a formula, a number or a separator by any program. */
const escaped = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /[~!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const checksum = (text: string): string => (hash64(text)[0] % 36 ** 5).toString(36).padStart(5, "0")

/** The token of a row: not secret, and known to be whole by its checksum. */
export const writeToken = ({ at, prices, ...row }: RowToken): string => {
  const named = [row.organization, row.brand_key, row.brand, row.variant_key, row.product_key].map(escaped)
  const seen = prices.flatMap(({ price_type, price_list, amount, shown = amount }) => [
    ...[escaped(price_type), escaped(price_list)],
    [amount, ...(shown === amount ? [] : [shown])].map((each) => each ?? "none").join("_"),
  ])
  const version = prices.some(({ shown }) => shown !== undefined) ? "h2" : "h1"
  const text = [version, ...named, at.toString(36), ...seen].join("~")
  return `${text}~${checksum(text)}`
}

const instantOf = (text: string): number => Number.parseInt(text, 36)

const amountIn = (text: string): Amount | null => (text === "none" ? null : text)

/** What a token says; undefined where it is none, or not whole. `h1`: what lists showed is not said. */
export const readToken = (written: string): RowToken | undefined => {
  const text = written.trim()
  const end = text.lastIndexOf("~")
  const whole = text.slice(0, Math.max(end, 0))
  if (!/^h[12]~/.test(whole) || checksum(whole) !== text.slice(end + 1)) return undefined
  const [version, organization, brand_key, brand, variant_key, product_key, at, ...seen] = whole.split("~")
  try {
    const prices = Array.from({ length: seen.length / 3 }, (_, index) => {
      const [own = "", shown = own] = seen[3 * index + 2]!.split("_")
      return {
        price_type: decodeURIComponent(seen[3 * index]!),
        price_list: decodeURIComponent(seen[3 * index + 1]!),
        amount: amountIn(own),
        ...(version === "h2" && { shown: amountIn(shown) }),
      }
    })
    return {
      organization: organization!,
      brand_key: decodeURIComponent(brand_key!),
      brand: brand!,
      variant_key: decodeURIComponent(variant_key!),
      product_key: decodeURIComponent(product_key!),
      at: instantOf(at!),
      prices,
    }
  } catch {
    return undefined
  }
}

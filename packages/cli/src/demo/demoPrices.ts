import type { EntryOf } from "@hangtag/catalog-files"
import type { DemoProduct, DemoSize } from "./demoProduct.ts"
import { seededRandom } from "./seededRandom.ts"

type Price = EntryOf<"price">

/** A price of every variant of a product, by days from today and percent of the list price. */
interface Slot {
  readonly price_type: string
  readonly days: number
  readonly percent: number
  readonly status: Price["status"]
  readonly batch: string | null
}

const slot = (
  price_type: string,
  days: number,
  percent: number,
  status: Price["status"] = "active",
  batch: string | null = null,
): Slot => ({ price_type, days, percent, status, batch })

/** What a product on the market has: past prices, the present one, a draft and a future price. */
const established = [
  slot("MSRP", -720, 100),
  slot("MAP", -720, 90),
  slot("WHOLESALE", -715, 50),
  slot("MAP", -380, 85),
  slot("MAP", -45, 88),
  slot("MAP", 60, 80, "draft", "DRAFT-SPRING"),
  slot("MSRP", 120, 105),
]
const from = (batch: string, days: number) =>
  established.map((each) => (each.days === days ? { ...each, batch } : each))
const republished = from("REPUB-FALL", -45)
const published = from("SPRING-2025", -380)
const upcoming = [
  slot("MSRP", 45, 100),
  slot("MAP", 45, 90),
  slot("WHOLESALE", 30, 50, "draft", "DRAFT-LAUNCH"),
]

const slotsOf = (index: number): ReadonlyArray<Slot> => {
  if (index % 29 === 7) return []
  if (index % 12 === 5) return upcoming
  return index % 10 === 3 ? republished : index % 10 === 8 ? published : established
}

/** The slots of a variant with a given number of records: the established ones, then a history week by week. */
const slotAt = (place: number): Slot =>
  established[place] ?? slot("MAP", -730 - 7 * (place - established.length), 70 + (place % 30))

/** The date some days after another one. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const amountText = (cents: number, brandKey: string): string =>
  brandKey === "SH" ? String(cents) : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`

const effectiveFrom = (date: string, index: number): string =>
  index % 6 === 1 ? `${date}T09:00:00` : index % 6 === 4 ? `${date}T06:30:00+01:00` : date

/** The price records of a product's variants: in some colorways one variant costs more than the others. */
export function* demoPrices(size: DemoSize, product: DemoProduct, today: string): Generator<Price> {
  const { index, brand_key, kind, variants, firstVariant } = product
  // apart from the product's own numbers, which its versions use up
  const random = seededRandom(index * 104_729 + 17)
  const list = kind.cents + 500 * random.integer(-4, 8)
  const shift = random.integer(-20, 10)
  const slots = slotsOf(index)
  const records = size.records
  for (const [v, { variant_key }] of variants.entries()) {
    const place = firstVariant + v
    const count =
      records === undefined
        ? slots.length
        : Math.floor((records * (place + 1)) / size.variants) - Math.floor((records * place) / size.variants)
    const extra = v === 1 && index % 7 === 0 ? 500 : 0
    for (let n = 0; n < count; n++) {
      const { price_type, days, percent, status, batch } = records === undefined ? slots[n]! : slotAt(n)
      const cents = Math.round((list * percent) / 100 / 100) * 100 - 5 + extra
      const date = addDays(today, days + shift)
      yield {
        kind: "price",
        variant_key,
        price_type,
        amount: amountText(cents, brand_key),
        effective_from: effectiveFrom(date, index),
        status,
        batch,
      }
    }
  }
}

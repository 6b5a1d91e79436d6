import type { PriceChangeResult } from "@hangtag/client"
import type { Exact } from "../../app/exactAmounts.ts"
import { counted, showAmount } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"

type Collision = Exact<PriceChangeResult>["colorways"][number]["collisions"][number]

/** What it does to the new price, in a few characters and in a sentence. */
export const collisionWords: Readonly<Record<Collision["kind"], readonly [note: string, sentence: string]>> =
  {
    same_instant: ["another then", "begins then too"],
    overridden_later: ["replaced later", "replaces it later"],
    leapfrogged: ["one before it", "begins before it"],
  }

/** A sentence for each price that is met, with how many sizes have it. */
export const collisionTexts = (
  collisions: ReadonlyArray<Collision>,
  zone: string,
  currency: string | null,
): ReadonlyArray<string> => {
  const alike = Map.groupBy(collisions, ({ amount, effective_from, batch_key, kind }) => {
    const price = amount === null ? "an end of the price" : showAmount(amount, currency)
    const batch = batch_key === null ? "" : ` in ${batch_key}`
    return `${price} from ${showEffective(effective_from, zone)}${batch} ${collisionWords[kind][1]}`
  })
  return [...alike].map(([text, own]) => `${text}: ${counted(own.length, "size")}`)
}

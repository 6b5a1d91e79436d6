import { type CatalogWriter, PriceRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import { aBrand, aProductEntry, aVariantEntry, instantOf } from "../../builders/index.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export const variants = (...keys: ReadonlyArray<string>) => [
  aProductEntry({ variants: keys.map((variant_key) => aVariantEntry({ variant_key })) }),
]
export const promises = promisesOf<PriceRepository | CatalogWriter>()

export const brands = [aBrand()]
export const now = instantOf("2026-06-01")

export const around = Effect.fnUntraced(function* (
  organization: string,
  keys: ReadonlyArray<string>,
  at = now,
  most?: number,
  lists?: ReadonlyArray<string>,
) {
  const { pricesAround } = yield* PriceRepository
  return yield* pricesAround(organization, keys, at, most, lists)
})

import { CatalogRepository, type CatalogWriter } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aBrand, aVariantEntry } from "../../builders/index.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export const promises = promisesOf<CatalogRepository | CatalogWriter>()

export const brand = aBrand()
export const brands = [brand]

export const colorway = Effect.fnUntraced(function* (
  organization: string,
  query: { brand_key?: string; product_key?: string; color?: string } = {},
) {
  const { findColorway } = yield* CatalogRepository
  return yield* findColorway(organization, { brand_key: "B1", product_key: "P1", color: "Black", ...query })
})

export const search = Effect.fnUntraced(function* (
  organization: string,
  text: string,
  limit = 100,
  product = "P1",
) {
  const { searchVariants } = yield* CatalogRepository
  const found = yield* searchVariants(organization, product, { text, limit })
  return Option.getOrElse(found, () => undefined)
})

export const foundKeys = (organization: string, text: string) =>
  Effect.map(search(organization, text), (found) => found?.items.map((variant) => variant.variant_key))

/** Variants whose only text is their key. */
export const bare = (...keys: ReadonlyArray<string>) =>
  keys.map((variant_key) =>
    aVariantEntry({ variant_key, name: "", color: "", size: "", width: "", vendor_color_code: "" }),
  )

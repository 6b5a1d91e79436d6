import {
  type BrandQuery,
  CatalogListing,
  type CatalogWriter,
  type Found,
  type ProductQuery,
  type ProductReading,
} from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aBrandQuery, aProductQuery, aProductReading } from "../../builders/index.ts"
import { promisesOf } from "../suite/promisesOf.ts"

export const promises = promisesOf<CatalogListing | CatalogWriter>()

export const brands = Effect.fnUntraced(function* (organization: string, query: Partial<BrandQuery> = {}) {
  const listing = yield* CatalogListing
  return yield* listing.brands(organization, aBrandQuery(query))
})

export const products = Effect.fnUntraced(function* (
  organization: string,
  query: Partial<ProductQuery> = {},
) {
  const listing = yield* CatalogListing
  return yield* listing.products(organization, aProductQuery(query))
})

export const keys = (organization: string, query: Partial<ProductQuery> = {}) =>
  Effect.map(products(organization, query), ({ items }) => items.map(({ product_key }) => product_key))

export const product = Effect.fnUntraced(function* (
  organization: string,
  reading: Partial<ProductReading> = {},
  key = "P1",
) {
  const listing = yield* CatalogListing
  return Option.getOrUndefined(yield* listing.product(organization, key, aProductReading(reading)))
})

/** Every page's items, and that each page has the same total. */
export const paged = Effect.fnUntraced(function* <Item, Place, E, R>(
  ask: (after: Place | null) => Effect.Effect<Found<Item>, E, R>,
  placeOf: (item: Item) => Place,
) {
  const items: Array<Item> = []
  const totals = new Set<number>()
  for (let after: Place | null = null; ; ) {
    const page: Found<Item> = yield* ask(after)
    items.push(...page.items)
    totals.add(page.total)
    const last = page.items.at(-1)
    if (page.isEnd || last === undefined) return { items, totals: [...totals] }
    after = placeOf(last)
  }
})

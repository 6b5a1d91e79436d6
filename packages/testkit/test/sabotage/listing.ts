import { CatalogListing, CatalogWriter, compareText } from "@hangtag/core"
import { catalogListingPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { answers, asksWith, blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

/** Counts three variants of two colors of each product, and leaves out the last. */
const countless = answers(CatalogListing, "products", ({ items }) => ({
  items: items.map((item) => ({ ...item, variant_count: 3, colorway_count: 2 })).slice(0, -1),
}))
const everybody = blind(CatalogListing, CatalogWriter)

notices("catalogListingSuite", catalogListingPromises, {
  "looks at each member of a question for brands or products": asksWith(
    CatalogListing,
    "products",
    1,
    () => ({ source: null }),
  ),
  // begins each page with the last item of the one before
  "lists brands by key, by code point, each once whatever the page": broken(CatalogListing, ({ brands }) => ({
    brands: (organization, query) =>
      Effect.map(
        Effect.all([
          brands(organization, query),
          brands(organization, { ...query, after: null, limit: 200 }),
        ]),
        ([page, { items }]) => ({
          ...page,
          items: [...items.filter(({ brand_key }) => brand_key === query.after), ...page.items],
        }),
      ),
  })),
  "finds brands by parts of key or name, without accents or case": answers(
    CatalogListing,
    "brands",
    ({ items }, [, { search }]) => ({
      items: items.filter(({ brand_key, name }) => `${brand_key} ${name}`.includes(search ?? "")),
    }),
  ),
  "gives every product once in its order, whatever the page": [
    answers(CatalogListing, "products", ({ items }) => ({ total: items.length })),
    // forgets the search of the page before
    asksWith(CatalogListing, "products", 1, (query) =>
      query.after === null ? query : { ...query, search: null },
    ),
  ],
  "lists products by key, each with its latest version, its brand's name and its counts": countless,
  "leaves out what is retired, until it comes back": countless,
  "counts the variants of both where one comes to another product": countless,
  "finds products by a part of key or of the latest version's name, the nearest keys first": answers(
    CatalogListing,
    "products",
    ({ items }) => ({ items: items.toSorted((a, b) => compareText(a.product_key, b.product_key)) }),
  ),
  "takes %, _ and \\ as plain characters of a search for products": asksWith(
    CatalogListing,
    "products",
    1,
    (query) => ({ search: query.search?.replaceAll("%", "") ?? null }),
  ),
  "narrows products to a brand, and to a label and a source of their latest version": asksWith(
    CatalogListing,
    "products",
    1,
    () => ({ label: null }),
  ),
  "gives a product with its brand, its latest version and the newest versions": answers(
    CatalogListing,
    "product",
    ({ versions }) => ({ versions: versions.toReversed() }),
  ),
  // counts the page's variants of a colorway
  "goes on behind a color, or within it behind a variant": answers(
    CatalogListing,
    "product",
    ({ variants }) => ({
      variants: variants.map((each) => ({
        ...each,
        variant_count: variants.filter(({ variant }) => variant.color === each.variant.color).length,
      })),
    }),
  ),
  "gives variants by color and key, each with how many its colorway has": asksWith(
    CatalogListing,
    "product",
    2,
    (reading) => ({ color: reading.color === "BLACK" ? "Black" : reading.color }),
  ),
  "gives the attributes of variants that are wanted, and no others": asksWith(
    CatalogListing,
    "product",
    2,
    () => ({ attributes: ["hex", "weight", "other"] }),
  ),
  "finds no product that is unknown, retired or another organization's": asksWith(
    CatalogListing,
    "product",
    1,
    (key) => key.toUpperCase(),
  ),
  "lists nothing of another organization": everybody,
})

import { CatalogListing, CatalogWriter, compareText, type Found } from "@hangtag/core"
import { catalogListingPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

const totalOfPage = <Item>(page: Found<Item>): Found<Item> => ({ ...page, total: page.items.length })

notices("catalogListingSuite", catalogListingPromises, [
  [
    "begins each page with the last item of the one before",
    "lists brands by key, by code point, each once whatever the page",
    broken(CatalogListing, ({ brands }) => ({
      brands: (organization, { after, ...query }) =>
        Effect.map(
          Effect.all([
            brands(organization, { ...query, after }),
            brands(organization, { ...query, after: null, limit: 200 }),
          ]),
          ([page, { items }]) => ({
            ...page,
            items: [...items.filter(({ brand_key }) => brand_key === after), ...page.items],
          }),
        ),
    })),
  ],
  [
    "orders keys by UTF-16 units",
    "lists brands by key, by code point, each once whatever the page",
    broken(CatalogListing, ({ brands }) => ({
      brands: (...args) =>
        Effect.map(brands(...args), (page) => ({
          ...page,
          items: page.items.toSorted((a, b) => (a.brand_key < b.brand_key ? -1 : 1)),
        })),
    })),
  ],
  [
    "looks for brands in their own case",
    "finds brands by parts of key or name, without accents or case",
    broken(CatalogListing, ({ brands }) => ({
      brands: (organization, query) =>
        Effect.map(brands(organization, { ...query, search: null }), ({ items }) => {
          const found = items.filter(({ brand_key, name }) =>
            `${brand_key} ${name}`.includes(query.search ?? ""),
          )
          return { items: found, total: found.length, isEnd: true }
        }),
    })),
  ],
  [
    "counts what it gives",
    "gives every product once in its order, whatever the page",
    broken(CatalogListing, ({ products }) => ({
      products: (...args) => Effect.map(products(...args), totalOfPage),
    })),
  ],
  [
    "forgets the search of the page before",
    "gives every product once in its order, whatever the page",
    broken(CatalogListing, ({ products }) => ({
      products: (organization, query) =>
        products(organization, query.after === null ? query : { ...query, search: null }),
    })),
  ],
  [
    "tells no counts",
    [
      "lists products by key, each with its latest version, its brand's name and its counts",
      "leaves out what is retired, until it comes back",
      "counts the variants of both where one comes to another product",
    ],
    broken(CatalogListing, ({ products }) => ({
      products: (...args) =>
        Effect.map(products(...args), (page) => ({
          ...page,
          items: page.items.map((item) => ({ ...item, variant_count: 3, colorway_count: 2 })).slice(0, -1),
        })),
    })),
  ],
  [
    "ranks nothing",
    "finds products by a part of key or of the latest version's name, the nearest keys first",
    broken(CatalogListing, ({ products }) => ({
      products: (...args) =>
        Effect.map(products(...args), (page) => ({
          ...page,
          items: page.items.toSorted((a, b) => compareText(a.product_key, b.product_key)),
        })),
    })),
  ],
  [
    "takes % for a pattern",
    "takes %, _ and \\ as plain characters of a search for products",
    broken(CatalogListing, ({ products }) => ({
      products: (organization, query) =>
        products(organization, { ...query, search: query.search?.replaceAll("%", "") ?? null }),
    })),
  ],
  [
    "takes a label for any",
    "narrows products to a brand, and to a label and a source of their latest version",
    broken(CatalogListing, ({ products }) => ({
      products: (organization, query) => products(organization, { ...query, label: null }),
    })),
  ],
  [
    "gives versions as they were written",
    "gives a product with its brand, its latest version and the newest versions",
    broken(CatalogListing, ({ product }) => ({
      product: (...args) =>
        Effect.map(
          product(...args),
          Option.map((found) => ({ ...found, versions: found.versions.toReversed() })),
        ),
    })),
  ],
  [
    "counts the page's variants of a colorway",
    ["goes on behind a color, or within it behind a variant"],
    broken(CatalogListing, ({ product }) => ({
      product: (...args) =>
        Effect.map(
          product(...args),
          Option.map((found) => ({
            ...found,
            variants: found.variants.map((each) => ({
              ...each,
              variant_count: found.variants.filter(({ variant }) => variant.color === each.variant.color)
                .length,
            })),
          })),
        ),
    })),
  ],
  [
    "takes colors whatever their case",
    "gives variants by color and key, each with how many its colorway has",
    broken(CatalogListing, ({ product }) => ({
      product: (organization, key, reading) =>
        product(organization, key, {
          ...reading,
          color: reading.color === "BLACK" ? "Black" : reading.color,
        }),
    })),
  ],
  [
    "gives all attributes",
    "gives the attributes of variants that are wanted, and no others",
    broken(CatalogListing, ({ product }) => ({
      product: (organization, key, reading) =>
        product(organization, key, { ...reading, attributes: ["hex", "weight", "other"] }),
    })),
  ],
  [
    "finds products whatever the case of their key",
    "finds no product that is unknown, retired or another organization's",
    broken(CatalogListing, ({ product }) => ({
      product: (organization, key, reading) => product(organization, key.toUpperCase(), reading),
    })),
  ],
  [
    "forgets whose catalog it is",
    [
      "lists nothing of another organization",
      "finds no product that is unknown, retired or another organization's",
    ],
    blind(CatalogListing, CatalogWriter),
  ],
])

import { CatalogRepository, CatalogWriter, compareText } from "@hangtag/core"
import { catalogRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { blind, broken, refused } from "./broken.ts"
import { notices } from "./notices.ts"

notices("catalogRepositorySuite", catalogRepositoryPromises, [
  [
    "compares colors whatever the case",
    "compares brand, product and color exactly",
    broken(CatalogRepository, ({ findColorway }) => ({
      findColorway: (organization, query) =>
        Effect.map(
          Effect.forEach([...new Set([query.color, "Black", "black"])], (color) =>
            findColorway(organization, {
              ...query,
              color: query.color.toLowerCase() === "black" ? color : query.color,
            }),
          ),
          ([first, ...rest]) => ({
            ...first!,
            variant_keys: [...new Set([first!, ...rest].flatMap((each) => each.variant_keys))],
          }),
        ),
    })),
  ],
  [
    "finds a product under any brand",
    "tells which part of a colorway names nothing",
    broken(CatalogRepository, ({ findColorway }) => ({
      findColorway: (organization, query) =>
        Effect.map(
          Effect.all([
            findColorway(organization, query),
            findColorway(organization, { ...query, brand_key: "B1" }),
          ]),
          ([{ brand }, found]) => ({ ...found, brand }),
        ),
    })),
  ],
  [
    "fails of a text that could not be stored",
    "merely does not find what could not be stored",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (organization, product, search) =>
        search.text.includes("\0") ? refused : searchVariants(organization, product, search),
    })),
  ],
  [
    "takes % for a pattern",
    "takes %, _ and \\ as plain characters",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (organization, product, { text, limit }) =>
        searchVariants(organization, product, { text: text.replaceAll("%", ""), limit }),
    })),
  ],
  [
    "counts only what it gives",
    "orders what it finds: the exact key, keys that begin so, the rest, each by key",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (...args) =>
        Effect.map(
          searchVariants(...args),
          Option.map(({ items }) => ({ items, total: items.length })),
        ),
    })),
  ],
  [
    "takes an unknown product for an empty one",
    "searches one product only, and tells an unknown one from one without matches",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (...args) =>
        Effect.map(searchVariants(...args), (found) =>
          Option.some(Option.getOrElse(found, () => ({ items: [], total: 0 }))),
        ),
    })),
  ],
  [
    "folds only ASCII",
    "folds the case of letters beyond ASCII",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (organization, product, search) =>
        Effect.map(
          searchVariants(organization, product, search),
          Option.map(({ items }) => {
            const kept = items.filter(
              (variant) => /^[ -~]*$/.test(search.text) || variant.color.includes(search.text),
            )
            return { items: kept, total: kept.length }
          }),
        ),
    })),
  ],
  [
    "lists labels of attributes that nothing carries",
    "lists every attribute key that a version or variant carries, by key, with its label",
    broken(CatalogRepository, ({ attributeDefinitions }) => ({
      attributeDefinitions: (organization) =>
        Effect.map(attributeDefinitions(organization), (definitions) =>
          definitions.length === 0 ? [] : [...definitions, { attribute_key: "\u{1f601}", label: "None" }],
        ),
    })),
  ],
  [
    "searches keys and names only",
    "searches each of the six fields, whatever the case",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (organization, product, search) =>
        Effect.map(
          searchVariants(organization, product, search),
          Option.map(({ items }) => {
            const kept = items.filter(({ variant_key, name }) =>
              `${variant_key} ${name}`.toLowerCase().includes(search.text.toLowerCase()),
            )
            return { items: kept, total: kept.length }
          }),
        ),
    })),
  ],
  [
    "looks for keys in their own case",
    "takes the exact key and the beginning of a key whatever their case",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (organization, product, search) => {
        const rank = (key: string) => (key === search.text ? 0 : key.startsWith(search.text) ? 1 : 2)
        return Effect.map(
          searchVariants(organization, product, search),
          Option.map(({ items, total }) => ({
            items: items.toSorted(
              (a, b) =>
                rank(a.variant_key) - rank(b.variant_key) || compareText(a.variant_key, b.variant_key),
            ),
            total,
          })),
        )
      },
    })),
  ],
  [
    "drops attributes without a value",
    "gives the whole variant",
    broken(CatalogRepository, ({ searchVariants }) => ({
      searchVariants: (...args) =>
        Effect.map(
          searchVariants(...args),
          Option.map(({ items, total }) => ({
            items: items.map((variant) => ({
              ...variant,
              attributes: Object.fromEntries(
                Object.entries(variant.attributes).filter(([, value]) => value !== null),
              ),
            })),
            total,
          })),
        ),
    })),
  ],
  [
    "gives every brand the same time zone",
    "finds the brand with its fields",
    broken(CatalogRepository, ({ findColorway }) => ({
      findColorway: (...args) =>
        Effect.map(findColorway(...args), ({ brand, ...found }) => ({
          ...found,
          brand: brand && { ...brand, time_zone: "UTC" },
        })),
    })),
  ],
  [
    "orders keys by UTF-16 units",
    "orders a colorway's variants by key, by code point",
    broken(CatalogRepository, ({ findColorway }) => ({
      findColorway: (...args) =>
        Effect.map(findColorway(...args), ({ variant_keys, ...found }) => ({
          ...found,
          variant_keys: variant_keys.toSorted(),
        })),
    })),
  ],
  [
    "keeps a variant as it was written last",
    "takes variants across versions, each with the color of the newest version that lists it",
    broken(CatalogWriter, ({ saveProducts }) => {
      let written = 0
      return {
        saveProducts: (organization, entries, at) =>
          saveProducts(
            organization,
            entries.map((entry) => ({ ...entry, version: ++written })),
            at,
          ),
      }
    }),
  ],
  [
    "takes a date for a text",
    "tells what kinds of values an attribute has, and how many products have it in any version or variant",
    broken(CatalogRepository, ({ attributeUses }) => ({
      attributeUses: (organization) =>
        Effect.map(attributeUses(organization), (uses) =>
          uses.map((use) => ({
            ...use,
            kinds: [...new Set(use.kinds.map((kind) => (kind === "date" ? "text" : kind)))],
          })),
        ),
    })),
  ],
  [
    "forgets whose catalog it is",
    "sees nothing of another organization",
    blind(CatalogRepository, CatalogWriter),
  ],
])

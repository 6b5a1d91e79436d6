import { CatalogRepository, CatalogWriter, compareText } from "@hangtag/core"
import { catalogRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { answers, asksWith, blind, broken, byUtf16, refused } from "./broken.ts"
import { notices } from "./notices.ts"

type Search = ReturnType<CatalogRepository["Service"]["searchVariants"]>
type Variant = Option.Option.Value<Effect.Success<Search>>["items"][number]

/** Keeps some of what a search finds. */
const keeping = (keeps: (variant: Variant, text: string) => boolean) =>
  answers(CatalogRepository, "searchVariants", ({ items }, [, , { text }]) => {
    const kept = items.filter((variant) => keeps(variant, text))
    return { items: kept, total: kept.length }
  })

notices("catalogRepositorySuite", catalogRepositoryPromises, {
  "looks at each member of a question for variants": asksWith(CatalogRepository, "searchVariants", 2, () => ({
    limit: 100,
  })),
  // compares colors whatever the case
  "compares brand, product and color exactly": broken(CatalogRepository, ({ findColorway }) => ({
    findColorway: (organization, query) =>
      Effect.flatMap(findColorway(organization, query), (found) =>
        found.variant_keys.length > 0 && query.color === "black"
          ? findColorway(organization, { ...query, color: "Black" })
          : Effect.succeed(found),
      ),
  })),
  "tells which part of a colorway names nothing": broken(CatalogRepository, ({ findColorway }) => ({
    findColorway: (organization, query) =>
      Effect.map(
        Effect.all([
          findColorway(organization, query),
          findColorway(organization, { ...query, brand_key: "B1" }),
        ]),
        ([{ brand }, found]) => ({ ...found, brand }),
      ),
  })),
  "merely does not find what could not be stored": broken(CatalogRepository, ({ searchVariants }) => ({
    searchVariants: (organization, product, search) =>
      search.text.includes("\0") ? refused : searchVariants(organization, product, search),
  })),
  "takes %, _ and \\ as plain characters": asksWith(
    CatalogRepository,
    "searchVariants",
    2,
    ({ text, limit }) => ({ text: text.replaceAll("%", ""), limit }),
  ),
  "orders what it finds: the exact key, keys that begin so, the rest, each by key": answers(
    CatalogRepository,
    "searchVariants",
    ({ items }) => ({ total: items.length }),
  ),
  "searches one product only, and tells an unknown one from one without matches": broken(
    CatalogRepository,
    ({ searchVariants }) => ({
      searchVariants: (...args) =>
        Effect.map(searchVariants(...args), (found) =>
          Option.some(Option.getOrElse(found, () => ({ items: [], total: 0 }))),
        ),
    }),
  ),
  "folds the case of letters beyond ASCII": keeping(
    ({ color }, text) => /^[ -~]*$/.test(text) || color.includes(text),
  ),
  "lists every attribute key that a version or variant carries, by key, with its label": answers(
    CatalogRepository,
    "attributeDefinitions",
    (definitions) =>
      definitions.length === 0 ? [] : [...definitions, { attribute_key: "\u{1f601}", label: "None" }],
  ),
  "searches each of the six fields, whatever the case": keeping(({ variant_key, name }, text) =>
    `${variant_key} ${name}`.toLowerCase().includes(text.toLowerCase()),
  ),
  // looks for keys in their own case
  "takes the exact key and the beginning of a key whatever their case": answers(
    CatalogRepository,
    "searchVariants",
    ({ items }, [, , { text }]) => {
      const rank = (key: string) => (key === text ? 0 : key.startsWith(text) ? 1 : 2)
      return {
        items: items.toSorted(
          ({ variant_key: a }, { variant_key: b }) => rank(a) - rank(b) || compareText(a, b),
        ),
      }
    },
  ),
  "gives the whole variant": answers(CatalogRepository, "searchVariants", ({ items }) => ({
    items: items.map((variant) => ({
      ...variant,
      attributes: Object.fromEntries(
        Object.entries(variant.attributes).filter(([, value]) => value !== null),
      ),
    })),
  })),
  "finds the brand with its fields": answers(CatalogRepository, "findColorway", ({ brand }) => ({
    brand: brand && { ...brand, time_zone: "UTC" },
  })),
  "orders a colorway's variants by key, by code point": answers(
    CatalogRepository,
    "findColorway",
    ({ variant_keys }) => ({ variant_keys: byUtf16((key: string) => key)(variant_keys) }),
  ),
  // keeps a variant as it was written last
  "takes variants across versions, each with the color of the newest version that lists it": broken(
    CatalogWriter,
    ({ saveProducts }) => {
      let written = 0
      return {
        saveProducts: (organization, entries, at) =>
          saveProducts(
            organization,
            entries.map((entry) => ({ ...entry, version: ++written })),
            at,
          ),
      }
    },
  ),
  "tells what kinds of values an attribute has, and how many products have it in any version or variant":
    answers(CatalogRepository, "attributeUses", (uses) =>
      uses.map(({ kinds, ...use }) => ({ ...use, kinds: kinds.filter((kind) => kind !== "date") })),
    ),
  "sees nothing of another organization": blind(CatalogRepository, CatalogWriter),
})

import {
  CatalogWriter,
  compareText,
  instantFromMicros,
  type MomentsQuery,
  type PricedColorway,
  type PricedColorways,
  type PricedColorwaysQuery,
  type PriceMoment,
  PriceSchedule,
} from "@hangtag/core"
import { instantOf } from "@hangtag/testkit"
import { priceSchedulePromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { answers, asksWith, blind, broken, byUtf16 } from "./broken.ts"
import { notices } from "./notices.ts"

const asking = (change: (query: MomentsQuery) => Partial<MomentsQuery>) =>
  asksWith(PriceSchedule, "moments", 1, change)
const finding = (change: (moments: ReadonlyArray<PriceMoment>) => ReadonlyArray<PriceMoment>) =>
  answers(PriceSchedule, "moments", ({ moments }) => ({ moments: change(moments) }))

const askingRows = (change: (query: PricedColorwaysQuery) => Partial<PricedColorwaysQuery>) =>
  asksWith(PriceSchedule, "colorways", 1, change)
const findingRows = (change: (found: PricedColorways) => Partial<PricedColorways>) =>
  answers(PriceSchedule, "colorways", change)

notices("priceScheduleSuite", priceSchedulePromises, {
  "gives colorways by product and color, with their variants and the types of their brands": [
    findingRows(({ items }) => ({ items: byUtf16<PricedColorway>(({ color }) => color)(items) })),
    findingRows(({ items }) => ({ items: items.map((item) => ({ ...item, variants: [] })) })),
    askingRows(() => ({ columns: 12 })),
    answers(PriceSchedule, "colorways", ({ price_types }, [, { price_type }]) => ({
      price_types: price_type === null ? price_types : [price_type],
    })),
    findingRows(() => ({ price_types: ["MAP", "MSRP", "OUTLET"] })),
  ],
  "gives what is in force of its colorways and what is to come, of its columns in its lists, as far as it may":
    [
      findingRows(({ items }) => ({ items: items.map((item) => ({ ...item, prices: [] })), held: 0 })),
      findingRows(({ items }) => ({
        items: items.map((item) => ({
          ...item,
          prices: item.prices.map((price) => ({ ...price, gone_at: null })),
        })),
      })),
      askingRows(() => ({ price_type: null })),
      askingRows(({ lists }) => ({ lists: lists.slice(-1) })),
      askingRows(() => ({ at: instantOf("2026-06-01") })),
      askingRows(() => ({ columns: 12 })),
      findingRows(({ held }) => ({ held: Math.min(held, 2) })),
    ],
  "narrows colorways by product, color and key": (
    ["brand_key", "product_key", "search", "label", "source", "color", "sku"] as const
  ).map((name) => askingRows(() => ({ [name]: null }))),
  "narrows colorways by what prices are, and to come": [
    askingRows(() => ({ below_map: false })),
    askingRows(() => ({ without_price: false })),
    askingRows(() => ({ changes_until: null })),
    askingRows(({ changes_until }) => ({
      changes_until: changes_until && instantFromMicros(changes_until - 1),
    })),
    askingRows(() => ({ price_type: null })),
    askingRows(({ lists }) => ({ lists: lists.slice(0, 1) })),
    askingRows(({ lists }) => ({ lists: lists.slice(-1) })),
    askingRows(() => ({ at: instantFromMicros(0) })),
  ],
  "sorts colorways by color, the lowest amount or the next change, those without it last": [
    askingRows(() => ({ sort: "product" })),
    askingRows(() => ({ descending: false })),
    askingRows(({ lists }) => ({ lists: lists.slice(-1) })),
    findingRows(({ items }) => ({ items: items.map((item) => ({ ...item, value: item.value ?? "0" })) })),
    // those without a value come first
    findingRows(({ items }) => ({
      items: items.toSorted((a, b) => Number(b.value === null) - Number(a.value === null)),
    })),
  ],
  "goes on after a colorway, in any order": [
    askingRows(() => ({ after: null })),
    askingRows(() => ({ limit: 50 })),
    askingRows(({ after }) => ({ after: after && { ...after, color: "" } })),
    askingRows(({ after }) => ({ after: after && { ...after, value: "0" } })),
    findingRows(() => ({ isEnd: true })),
  ],
  "gives fewer colorways where they have more variants, and the first one": [
    askingRows(() => ({ variants: 1_000 })),
    findingRows(() => ({ isEnd: true })),
  ],
  "says through how many variants' prices it looked, and through no more than it may": [
    findingRows(({ items }) => ({ looked: items.flatMap(({ variants }) => variants).length })),
    findingRows(() => ({ looked: 0 })),
    findingRows(({ looked }) => ({ looked: Math.min(looked, 3) })),
  ],
  "lists no retired products and variants, and no colorway of another organization": [
    blind(PriceSchedule, CatalogWriter),
    asksWith(CatalogWriter, "retire", 1, () => ({ products: [], variants: [] })),
  ],
  "knows the zone of a brand, and of no other": asksWith(PriceSchedule, "timeZone", 1, (brandKey) =>
    brandKey.toUpperCase(),
  ),
  "gives moments by instant, batch, product, color, variant and type": [
    // orders batches by UTF-16
    finding((moments) =>
      moments.toSorted((a, b) => a.at - b.at || ((a.batch_key ?? "") < (b.batch_key ?? "") ? -1 : 1)),
    ),
    // orders types before variants
    finding((moments) =>
      moments
        .toSorted((a, b) =>
          a.at === b.at && a.batch_key === b.batch_key && a.product_key === b.product_key
            ? compareText(a.price_type, b.price_type)
            : 0,
        )
        .reverse(),
    ),
  ],
  "tells what is in force just before each moment and from it on": [
    answers(PriceSchedule, "moments", ({ moments }) => ({ records: moments.length })),
    finding((moments) => moments.map((moment) => ({ ...moment, before: null }))),
  ],
  "has a withdrawn price in force until then": finding((moments) =>
    moments.map((moment) => ({ ...moment, amount: moment.amount ?? moment.before })),
  ),
  "gives what begins or is withdrawn from an instant on until another one": [
    finding((moments) => moments.filter(({ amount }) => amount !== null)),
    asking(({ from }) => ({ from: instantFromMicros(from + 1) })),
  ],
  "gives those of one brand": asking(() => ({ brand_key: null })),
  "gives nothing of retired products and variants": asksWith(CatalogWriter, "retire", 1, () => ({
    products: [],
    variants: [],
  })),
  "goes on after a row, with N rows at a time": [
    asking(({ after }) => ({ after: after && { ...after, color: "" } })),
    answers(PriceSchedule, "moments", ({ next }) => ({
      next: next ?? { at: instantFromMicros(0), batch_key: null, product_key: "", color: "" },
    })),
  ],
  "leaves batches out of its rows where it is asked to": [
    asking(() => ({ batchless: false })),
    // leaves them out of what it found by batch
    broken(PriceSchedule, ({ moments }) => ({
      moments: (organization, query) =>
        Effect.map(moments(organization, { ...query, batchless: false }), (found) => ({
          ...found,
          moments: found.moments.map((moment) => ({ ...moment, batch_key: null })),
        })),
    })),
  ],
  "gives fewer rows where they have more records, and the first one": asking(({ most }) => ({
    most: most - 1,
  })),
  "gives moments of one price list, against what that list had before": [
    asking(() => ({ price_list: "base" })),
    finding((moments) => moments.map((moment) => ({ ...moment, price_list: "base" }))),
  ],
  "sees nothing of another organization": blind(PriceSchedule, CatalogWriter),
})

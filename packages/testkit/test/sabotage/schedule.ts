import { CatalogWriter, compareText, type MomentsQuery, type PriceMoment, PriceSchedule } from "@hangtag/core"
import { priceSchedulePromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

/** Asks for something else. */
const asking = (change: (query: MomentsQuery) => Partial<MomentsQuery>) =>
  broken(PriceSchedule, ({ moments }) => ({
    moments: (organization, query) => moments(organization, { ...query, ...change(query) }),
  }))

/** Changes what is found. */
const finding = (change: (moments: ReadonlyArray<PriceMoment>) => ReadonlyArray<PriceMoment>) =>
  broken(PriceSchedule, ({ moments }) => ({
    moments: (...args) =>
      Effect.map(moments(...args), (found) => ({ ...found, moments: change(found.moments) })),
  }))

notices("priceScheduleSuite", priceSchedulePromises, [
  [
    "finds brands whatever their case",
    "knows the zone of a brand, and of no other",
    broken(PriceSchedule, ({ timeZone }) => ({
      timeZone: (organization, brandKey) => timeZone(organization, brandKey.toUpperCase()),
    })),
  ],
  [
    "orders batches by UTF-16",
    "gives moments by instant, batch, product, color, variant and type",
    finding((moments) =>
      moments.toSorted((a, b) => a.at - b.at || ((a.batch_key ?? "") < (b.batch_key ?? "") ? -1 : 1)),
    ),
  ],
  [
    "orders types before variants",
    "gives moments by instant, batch, product, color, variant and type",
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
  [
    "passes over those that another one replaces at once",
    "tells what is in force just before each moment and from it on",
    broken(PriceSchedule, ({ moments }) => ({
      moments: (...args) =>
        Effect.map(moments(...args), (found) => ({ ...found, records: found.moments.length })),
    })),
  ],
  [
    "tells amounts as numbers",
    "tells what is in force just before each moment and from it on",
    finding((moments) =>
      moments.map((moment) => ({ ...moment, amount: moment.amount && String(Number(moment.amount)) })),
    ),
  ],
  [
    "has no price end",
    "has a withdrawn price in force until then",
    finding((moments) => moments.map((moment) => ({ ...moment, amount: moment.amount ?? moment.before }))),
  ],
  [
    "forgets what was before",
    "tells what is in force just before each moment and from it on",
    finding((moments) => moments.map((moment) => ({ ...moment, before: null }))),
  ],
  [
    "leaves out what is withdrawn",
    "gives what begins or is withdrawn from an instant on until another one",
    finding((moments) => moments.filter(({ amount }) => amount !== null)),
  ],
  [
    "begins after the instant",
    "gives what begins or is withdrawn from an instant on until another one",
    asking(({ from }) => ({ from: from + 1 })),
  ],
  ["forgets the brand", "gives those of one brand", asking(() => ({ brand_key: null }))],
  [
    "sees what is retired",
    "gives nothing of retired products and variants",
    broken(CatalogWriter, ({ retire }) => ({
      retire: (organization, gone, ...rest) =>
        retire(organization, { ...gone, products: [], variants: [] }, ...rest),
    })),
  ],
  [
    "gives the row again that it comes after",
    "goes on after a row, with so many rows at a time",
    asking(({ after }) => ({ after: after && { ...after, color: "" } })),
  ],
  [
    "never ends",
    ["goes on after a row, with so many rows at a time", "sees nothing of another organization"],
    broken(PriceSchedule, ({ moments }) => ({
      moments: (...args) =>
        Effect.map(moments(...args), (found) => ({
          ...found,
          next: found.next ?? { at: 0, batch_key: null, product_key: "", color: "" },
        })),
    })),
  ],
  [
    "stops before the most",
    "gives fewer rows where they have more records, and the first one",
    asking(({ most }) => ({ most: most - 1 })),
  ],
  [
    "forgets whose prices they are",
    "sees nothing of another organization",
    blind(PriceSchedule, CatalogWriter),
  ],
])

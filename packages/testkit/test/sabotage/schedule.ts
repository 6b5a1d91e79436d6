import {
  CatalogWriter,
  compareText,
  instantFromMicros,
  type MomentsQuery,
  type PriceMoment,
  PriceSchedule,
} from "@hangtag/core"
import { priceSchedulePromises } from "@hangtag/testkit/conformance"
import { answers, asks, blind } from "./broken.ts"
import { notices } from "./notices.ts"

const asking = (change: (query: MomentsQuery) => Partial<MomentsQuery>) =>
  asks(PriceSchedule, "moments", (organization, query) => [organization, { ...query, ...change(query) }])
const finding = (change: (moments: ReadonlyArray<PriceMoment>) => ReadonlyArray<PriceMoment>) =>
  answers(PriceSchedule, "moments", ({ moments }) => ({ moments: change(moments) }))

notices("priceScheduleSuite", priceSchedulePromises, {
  "knows the zone of a brand, and of no other": asks(PriceSchedule, "timeZone", (organization, brandKey) => [
    organization,
    brandKey.toUpperCase(),
  ]),
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
  "gives nothing of retired products and variants": asks(
    CatalogWriter,
    "retire",
    (organization, gone, ...rest) => [organization, { ...gone, products: [], variants: [] }, ...rest],
  ),
  "goes on after a row, with so many rows at a time": [
    asking(({ after }) => ({ after: after && { ...after, color: "" } })),
    answers(PriceSchedule, "moments", ({ next }) => ({
      next: next ?? { at: instantFromMicros(0), batch_key: null, product_key: "", color: "" },
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

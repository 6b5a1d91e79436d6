import { type BatchRecordsFound, BatchRepository, CatalogWriter, type FillPlan } from "@hangtag/core"
import { planOutcome } from "@hangtag/core/adapter"
import { batchRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { answers, asksWith, blind, broken, byUtf16 } from "./broken.ts"
import { notices } from "./notices.ts"

/** Changes pages. */
const paging = (change: (page: BatchRecordsFound, query: Query) => Partial<BatchRecordsFound>) =>
  answers(BatchRepository, "records", (page, [, , query]) => change(page, query))
/** Asks for other pages. */
const querying = (change: (query: Query) => Partial<Query>) => asksWith(BatchRepository, "records", 2, change)
/** Keeps some of a page's records, and counts those. */
const keeping = (keeps: (record: BatchRecordsFound["items"][number], query: Query) => boolean) =>
  paging((page, query) => {
    const items = page.items.filter((record) => keeps(record, query))
    return { items, total: items.length }
  })

type Query = Parameters<BatchRepository["Service"]["records"]>[2]
type Decide = Parameters<BatchRepository["Service"]["fill"]>[4]

/** Changes how fills decide. */
const deciding = (change: (decide: Decide) => Decide) =>
  broken(BatchRepository, ({ fill }) => ({
    fill: (organization, key, request, at, decide) => fill(organization, key, request, at, change(decide)),
  }))

/** Changes plans. */
const planning = (change: (plan: FillPlan) => FillPlan) =>
  deciding((decide) => (...args) => {
    const plan = decide(...args)
    return "_tag" in plan ? plan : change(plan)
  })

const emptyPlan: FillPlan = { requested: 0, added: [], updated: [], unchanged: 0, missing: [] }

/** Puts in some of the plan's records first, and the others in a fill of its own. */
const inTwoSteps = (first: number) =>
  broken(BatchRepository, ({ fill }) => ({
    fill: (organization, key, request, at, decide) =>
      Effect.gen(function* () {
        let plan: ReturnType<Decide> = emptyPlan
        yield* fill(organization, key, request, at, (...args) => {
          plan = decide(...args)
          return "_tag" in plan ? plan : { ...emptyPlan, added: plan.added.slice(0, first) }
        })
        yield* Effect.yieldNow
        return yield* fill(organization, key, request, at, () => plan)
      }),
  }))

/** Shows nothing withdrawn or retired. */
const retiresNothing = broken(CatalogWriter, () => ({
  retire: () => Effect.succeed({ products: 0, variants: 0, prices: 0 }),
}))
const newOnly = planning((plan) => ({ ...plan, updated: [] }))

notices("batchRepositorySuite", batchRepositoryPromises, {
  "looks at each member of a question for records": asksWith(BatchRepository, "records", 2, () => ({
    price_list: null,
  })),
  "shows to the decision only what was asked for, of one moment": [
    deciding((decide) => (...args) => {
      decide(...args)
      return decide(...args)
    }),
    // shows drafts as prices to come
    deciding(
      (decide) => (part, snapshot, before) =>
        decide(
          part,
          { ...snapshot, future: [...snapshot.future, { variant_key: "V", price_type: "DRAFT" }] },
          before,
        ),
    ),
  ],
  // does not show what the batch holds
  "changes nothing when it fills twice": deciding(
    (decide) => (part, snapshot, before) => decide(part, { ...snapshot, held: [] }, before),
  ),
  // takes what is in force for what the batch holds
  "adds again what was withdrawn since and has come again": deciding(
    (decide) => (part, snapshot, before) => decide(part, { ...snapshot, held: snapshot.inForce }, before),
  ),
  "puts a newer price in the place of the one it held": newOnly,
  "puts a newer price in the place of the batch's own, but for drafts and those to come": newOnly,
  "holds one record a pair when fills run at once": inTwoSteps(0),
  // takes a fill of a published batch for done
  "refuses a published batch and leaves it as it is": broken(BatchRepository, ({ fill }) => ({
    fill: (organization, key, request, at, decide) =>
      fill(organization, key, request, at, decide).pipe(
        Effect.catchTag("BatchPublished", () => Effect.succeed(planOutcome(emptyPlan))),
      ),
  })),
  "gives every record exactly once at any page size": [
    // reverses within the page
    broken(BatchRepository, ({ records }) => ({
      records: (organization, key, query) =>
        Effect.map(
          records(organization, key, { ...query, sort: "asc" }),
          Option.map((page) => (query.sort === "asc" ? page : { ...page, items: page.items.toReversed() })),
        ),
    })),
    paging((page) => ({ total: page.items.length })),
  ],
  // searches keys only
  "searches variant key, variant name and price type, whatever the case": keeping(
    ({ variant_key }, { search }) => variant_key.toLowerCase().includes(search?.toLowerCase() ?? ""),
  ),
  "lists the batch's own price records beside those filled in, each once": keeping(
    ({ status }) => status === "active",
  ),
  "lists no record that was withdrawn, its own or one filled in, and counts none": retiresNothing,
  "fills a retired variant no more than one that is unknown": retiresNothing,
  "keeps in a batch that is open no more what is withdrawn later, as withdrawn": paging((page) => ({
    items: page.items.filter(({ status }) => status !== "withdrawn"),
  })),
  // takes an unknown batch for an empty one
  "refuses an unknown batch": broken(BatchRepository, ({ records }) => ({
    records: (organization, key, query) =>
      Effect.map(records(organization, key, query), (page) =>
        Option.some(
          Option.getOrElse(page, () => ({ items: [], total: 0, offset: query.offset, limit: query.limit })),
        ),
      ),
  })),
  "gives every field of a record": paging((page) => ({
    items: page.items.map((record) => ({ ...record, variant_name: null })),
  })),
  "gives with each record the time zone of its variant's brand": paging((page) => ({
    items: page.items.map((record) => ({ ...record, time_zone: page.items[0]!.time_zone })),
  })),
  "orders records by variant key, price type and record key, by code point, and in reverse": paging(
    (page) => ({ items: byUtf16((record: (typeof page.items)[number]) => record.variant_key)(page.items) }),
  ),
  // goes on after the variant in the place of the record
  "gives every record that is there exactly once after the last of the page before, wherever others are added":
    querying(({ after, sort }) =>
      after === null ? {} : { after: { ...after, price_type: sort === "asc" ? "\u{10ffff}" : "" } },
    ),
  // counts what comes after the record only
  "counts the offset from the record that it comes after": paging((page, { after }) =>
    after === null ? {} : { total: page.items.length },
  ),
  // counts what comes and nothing that goes
  "has as total how many records it lists, after whatever was filled in, imported and withdrawn, also at once":
    broken(BatchRepository, ({ records }) => {
      const most = new Map<string, number>()
      return {
        records: (organization, key, query) =>
          Effect.map(
            records(organization, key, query),
            Option.map((page) => {
              const total = Math.max(page.total, most.get(key) ?? 0)
              most.set(key, total)
              return { ...page, total }
            }),
          ),
      }
    }),
  "gives an empty page past the end, with the total": paging((page) =>
    page.items.length === 0 ? { total: 0 } : {},
  ),
  "searches %, _ and \\ as plain characters": querying(({ search }) => ({
    search: search?.replaceAll("%", "") ?? null,
  })),
  "sees and changes nothing of another organization": blind(BatchRepository, CatalogWriter),
  // takes amounts through floating point
  "fills the prices in force into the batch, as they were given": paging((page) => ({
    items: page.items.map((record) => ({ ...record, amount: String(Number(record.amount)) })),
  })),
  // answers with what it wrote only
  "gives what the decision's plan comes to": planning(({ added, updated }) => ({
    requested: added.length + updated.length,
    added,
    updated,
    unchanged: 0,
    missing: [],
  })),
  // empties the batch before it fills
  "keeps what other fills put there": broken(BatchRepository, ({ fill, records }) => {
    let last: ReadonlyArray<string> | null = null
    return {
      fill: (organization, key, request, ...rest) => {
        last = request.price_types
        return fill(organization, key, request, ...rest)
      },
      records: (...args) =>
        Effect.map(
          records(...args),
          Option.map((page) => ({
            ...page,
            items: page.items.filter(({ price_type }) => last === null || last.includes(price_type)),
          })),
        ),
    }
  }),
  "keeps batches apart": broken(BatchRepository, ({ fill, records }) => ({
    fill: (organization, _, ...rest) => fill(organization, "REPUB-1", ...rest),
    records: (organization, _, query) => records(organization, "REPUB-1", query),
  })),
  // takes a decision that throws for one that plans nothing
  "changes nothing when the decision throws": deciding((decide) => (...args) => {
    try {
      return decide(...args)
    } catch {
      return emptyPlan
    }
  }),
  "changes nothing and fails where the decision refuses, after whatever parts": [
    deciding((decide) => (...args) => {
      const plan = decide(...args)
      return "_tag" in plan ? emptyPlan : plan
    }),
    // does not tell what the parts before came to
    broken(BatchRepository, ({ fill }) => ({
      fill: (organization, key, request, at, decide) => {
        const half = (from: number, to: number) => ({
          ...request,
          variant_keys: request.variant_keys.slice(from, to),
        })
        return Effect.andThen(
          fill(organization, key, half(0, 800), at, decide),
          fill(organization, key, half(800, 1_600), at, decide),
        )
      },
    })),
  ],
  "has filled everything or nothing when interrupted": inTwoSteps(1),
  "fills thousands of variants in one call": broken(BatchRepository, ({ fill }) => ({
    fill: (organization, key, request, ...rest) =>
      fill(organization, key, { ...request, variant_keys: request.variant_keys.slice(0, 1_000) }, ...rest),
  })),
})

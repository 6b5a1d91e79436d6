import type { Attack, Target } from "./Attack.ts"
import { times } from "./times.ts"

const policy = "/api/pricing/map-policy/B"
const iso = (day: number) => new Date(Date.UTC(2091, 0, 1, 0, day)).toISOString()
interface Lines {
  readonly count: number
  readonly type?: (index: number) => string
  /** In minutes from the first of January 2091. */
  readonly from?: (index: number) => number
  readonly until?: (index: number) => number
}
const lines = ({ count, type = () => "MAP", from = (i) => i, until }: Lines) =>
  Array.from({ length: count }, (_, index) => ({
    price_type: type(index),
    amount: 99 + (index % 2),
    effective_from: iso(from(index)),
    ...(until === undefined ? {} : { effective_until: iso(until(index)), return: "none" }),
  }))
const change = (product_key: string, asked: Lines, more: object = {}) => ({
  path: `${policy}/price-changes`,
  body: { colorways: [{ product_key, color: "Black", lines: lines(asked) }], ...more },
})
const withdrawing = {
  on_collision: { same_instant: "withdraw", overridden_later: "withdraw", leapfrogged: "withdraw" },
}
/** One batch for each attack that writes: what a second round writes is there already. */
const intoBatch =
  (key: string, asked: Lines, product_key = "BIG", more: object = {}): Attack["run"] =>
  async ({ send }) => {
    await send({ path: "/api/pricing/batches", body: { key, kind: "price_change", brand_key: "B" } })
    await send(change(product_key, asked, { batch_key: key, ...more }))
  }
const published = async ({ send }: Target, count: number) => {
  await intoBatch("PUBLISHED", { count: 6 })({ send } as Target)
  await times(count, () => send({ path: "/api/pricing/batches/PUBLISHED/publish", body: {} }))
}

/** Lines are multiplied by variants, by lines of their type, by prices to come and by what a policy says. */
export const changes: ReadonlyArray<Attack> = [
  { name: "change: 6 lines × 1,500 variants", run: intoBatch("MANY", { count: 6 }) },
  { name: "change: 200 lines × 1,500 variants", run: intoBatch("TOO-MANY", { count: 200 }) },
  {
    name: "change: 100 lines of one variant and instant, twice",
    run: async (target) => {
      const change = intoBatch("TWICE", { count: 100, from: () => 60_000 }, "THREE")
      await change(target)
      await change(target)
    },
  },
  {
    name: "change: 100 prices of one instant, withdrawn, shown as a sheet and taken back",
    run: async (target) => {
      const { send } = target
      await intoBatch("STACK", { count: 100, from: () => 70_000 }, "TWO")(target)
      await send({ path: "/api/pricing/batches/STACK/publish", body: {} })
      await intoBatch("OVER", { count: 1, from: () => 70_000 }, "TWO", withdrawing)(target)
      await send({ path: "/api/pricing/batches/OVER/export-async", body: {} })
      await send({ path: "/api/pricing/batches/OVER/publish", body: {} })
      await send({ method: "POST", path: "/api/pricing/batches/OVER/revert" })
    },
  },
  {
    name: "change: 13,000 lines of one variant, one a minute",
    run: intoBatch("MINUTES", { count: 13_000 }, "ONE"),
  },
  {
    name: "change: 13,000 lines of one variant and instant",
    run: intoBatch("INSTANT", { count: 13_000, from: () => 0 }, "ONE"),
  },
  {
    name: "change: 100 temporary prices that overlap",
    run: intoBatch("OVERLAP", { count: 100, until: (i) => 40_000 - i }, "ONE"),
  },
  {
    name: "change: 100 prices that wait for each other",
    run: intoBatch(
      "WAITING",
      { count: 100, from: (i) => i * 1_440 - 720, until: (i) => i * 1_440 + 1_000 },
      "LATER",
      withdrawing,
    ),
  },
  {
    name: "change: 12,000 types of one variant",
    run: intoBatch("TYPES", { count: 12_000, type: (i) => `T${i}` }, "ONE"),
  },
  {
    name: "change: 500 lines × 10,000 prices to come",
    run: ({ send }) => send(change("LATER", { count: 500 })),
  },
  {
    name: "change: a line × 10,000 prices to come, 20 at once",
    run: ({ send }) => times(20, () => send(change("LATER", { count: 1 }))),
  },
  {
    name: "change: 19,000 times the same colorway",
    run: ({ send }) => {
      const same = { product_key: "P0", color: "Black", lines: [] }
      return send({
        path: `${policy}/price-changes`,
        body: {
          colorways: [{ ...same, lines: lines({ count: 1 }) }, ...Array.from({ length: 19_000 }, () => same)],
        },
      })
    },
  },
  {
    name: "change: 19,000 unknown colorways",
    run: ({ send }) =>
      send({
        path: `${policy}/price-changes`,
        body: {
          colorways: Array.from({ length: 19_000 }, (_, i) => ({
            product_key: `U${i}`,
            color: "Black",
            // of a change without any line nothing is looked for
            lines: i === 0 ? lines({ count: 1 }) : [],
          })),
        },
      }),
  },
  {
    name: "change: 13,000 lines that begin nowhere",
    run: ({ send }) => {
      const { path, body } = change("ONE", { count: 13_000 })
      return send({ path, body: JSON.stringify(body).replaceAll(/T..:..:00.000Z/g, "T99") })
    },
  },
  {
    name: "change: by a policy of 1,000 blackouts and 100 endings",
    run: async (target) => {
      const { send } = target
      const blackout = { from: "2020-01-01", until: "2099-01-01", reason: "x".repeat(90) }
      const endings = Array.from({ length: 100 }, (_, index) => `${index}.99`)
      const blackouts = Array.from({ length: 1_000 }, () => blackout)
      for (const enforcement of ["warn", "block"]) {
        await send({ method: "PUT", path: policy, body: { blackouts, endings, enforcement } })
        await intoBatch(`POLICY-${enforcement}`, { count: 6 })(target)
        await send(change("ONE", { count: 100 }))
        await send({ path: "/api/pricing/batches/MANY/publish", body: {} })
      }
      await send({ method: "PUT", path: policy, body: {} })
    },
  },
  {
    name: "change: 40 at once into one batch",
    run: ({ send }) => times(40, () => send(change("BIG", { count: 6 }, { batch_key: "MANY" }))),
    tolerated: [503],
  },
  { name: "change: 40 publications at once", run: (target) => published(target, 40), tolerated: [503] },
  {
    name: "change: 20 batches at once that take one back",
    run: async (target) => {
      await published(target, 1)
      await times(20, () => target.send({ method: "POST", path: "/api/pricing/batches/PUBLISHED/revert" }))
    },
    tolerated: [503],
  },
  {
    name: "change: 40 pages of batches",
    run: ({ send }) => times(40, () => send({ path: "/api/pricing/batches?limit=200" })),
  },
  {
    name: "change: 40 new batches at once",
    run: ({ send }) => times(40, () => send({ path: "/api/pricing/batches", body: { kind: "republish" } })),
    tolerated: [503],
  },
  {
    name: "change: 20 pages of what goes live next",
    run: ({ send }) => times(20, () => send({ path: "/api/pricing/upcoming?limit=200" })),
  },
  {
    name: "change: 20 explanations of a thousand prices",
    run: ({ send }) =>
      times(20, () => send({ path: "/api/pricing/variants/LATER-0/explain?price_type=MAP" })),
  },
]

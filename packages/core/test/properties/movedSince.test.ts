import {
  type HistoryVariant,
  instantFromMicros,
  type MovedPair,
  type PriceRecord,
  recordInForce,
} from "@hangtag/core"
import { aPriceRecord, instantOf } from "@hangtag/testkit"
import fc from "fast-check"
import { expect, it } from "vitest"
import { historyOfToken, movedSince, tokenKnownAt } from "../../src/changes/rules/movedSince.ts"
import { basisToken, isSameBasis, momentOfBasis } from "../../src/prices/rules/basisToken.ts"
import { isWithdrawn } from "../../src/prices/rules/priceInForce.ts"

const hour = 3_600_000_000
const start = instantOf("2026-06-15")
const of = { product_key: "P1", color: "Black" }
const [map, msrp] = ["MAP", "MSRP"].map((price_type) => ({ price_type, price_list: "base" })) as [
  { price_type: string; price_list: string },
  { price_type: string; price_list: string },
]

/** What happens to a colorway, hour by hour: prices written, drawn up, published and withdrawn, variants that come and go. */
const anyEvent = fc.record({
  what: fc.constantFrom("write", "draft", "publish", "withdraw", "come", "retire", "nothing"),
  variant_key: fc.constantFrom("A", "B"),
  hours: fc.integer({ min: -5, max: 9 }),
  amount: fc.constantFrom("10", "20"),
  pick: fc.nat(9),
})
type Event = typeof anyEvent extends fc.Arbitrary<infer A> ? A : never

interface State {
  readonly variants: ReadonlyArray<HistoryVariant>
  readonly records: ReadonlyArray<PriceRecord>
}
const initial: State = {
  variants: ["A", "B"].map((variant_key) => ({ ...of, variant_key, size: "9" })),
  records: [],
}

const happen = ({ variants, records }: State, event: Event, now: number): State => {
  const { what, variant_key, hours, amount, pick } = event
  const at = instantFromMicros(now)
  if (what === "come") {
    const key = `C${variants.length}`
    return { records, variants: [...variants, { ...of, variant_key: key, size: "9", known_at: at }] }
  }
  if (what === "retire")
    return {
      records,
      variants: variants.map((each) =>
        each.variant_key === variant_key && each.retired_at === undefined
          ? { ...each, retired_at: at }
          : each,
      ),
    }
  if (what === "write" || what === "draft") {
    const record = aPriceRecord({
      ...{
        record_key: `R${records.length}`,
        variant_key,
        amount,
        status: what === "draft" ? "draft" : "active",
      },
      effective_from: "2026-06-15",
      effective_at: instantFromMicros(now + hours * hour),
      sequence: records.length + 1,
      ...(what === "draft" ? { batch_key: "another", made_at: at } : { batch_key: null, known_at: at }),
    })
    return { variants, records: [...records, record] }
  }
  const isChosen = (record: PriceRecord) =>
    record.withdrawn === undefined &&
    (what === "publish" ? record.status === "draft" : what === "withdraw" && record.effective_at > now)
  const found = records.filter(isChosen)
  const chosen = found[pick % Math.max(1, found.length)]
  const changed = (record: PriceRecord): PriceRecord =>
    what === "publish"
      ? { ...record, status: "active", known_at: at, sequence: records.length + 100 }
      : { ...record, withdrawn: { at, by: "me" } }
  return { variants, records: records.map((record) => (record === chosen ? changed(record) : record)) }
}

const historyOf = ({ variants, records }: State) => ({
  time_zone: "UTC",
  variants,
  count: records.length,
  records: records.toSorted((a, b) =>
    a.variant_key < b.variant_key ? -1 : a.variant_key > b.variant_key ? 1 : 0,
  ),
})

/** The colorway as it is at a moment, of nothing but what is there then. */
const asIs = ({ variants, records }: State, now: number) => {
  const variant_keys = variants
    .filter(({ retired_at }) => retired_at === undefined)
    .map((each) => each.variant_key)
  const own = records.filter(({ variant_key }) => variant_keys.includes(variant_key))
  const pairs = [...Map.groupBy(own, ({ variant_key }) => variant_key).values()]
  return {
    variant_keys,
    inForce: pairs.flatMap((pair) => recordInForce(pair, now) ?? []),
    future: own.filter((each) => each.effective_at > now && !isWithdrawn(each, now)),
  }
}

const after = (state: State, events: ReadonlyArray<Event>, from: number) =>
  events.reduce(({ state, now }, event) => ({ state: happen(state, event, now + hour), now: now + hour }), {
    state,
    now: from,
  })

it("a basis is what was known at its moment, whatever happened since; time that has passed moves nothing", () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { maxLength: 6 }),
      fc.array(anyEvent, { maxLength: 5 }),
      (earlier, later) => {
        const before = after(initial, earlier, start)
        const token = basisToken(asIs(before.state, before.now), before.now)
        const now = after(before.state, later, before.now)
        const history = historyOf(now.state)
        expect(isSameBasis(token, tokenKnownAt(history, of, before.now))).toBe(true)
        expect(momentOfBasis(token)).toBe(before.now)
        const moved = movedSince(history, of, { since: before.now, now: now.now }, [map], null)
        const names = (state: State, at: number) => {
          const { variant_keys, inForce, future } = asIs(state, at)
          return [
            variant_keys,
            inForce.map((each) => each.record_key),
            future.map((each) => `${each.record_key} ${each.status}`),
          ]
        }
        // judged at the moment of the basis: what has begun by now is to come, then and there
        const isSame =
          JSON.stringify(names(now.state, before.now)) === JSON.stringify(names(before.state, before.now))
        if (isSame && later.every(({ what }) => what !== "withdraw")) expect(moved).toEqual([])
        if (later.every(({ what }) => what === "nothing")) expect(moved).toEqual([])
        for (const { was, is, what } of moved)
          expect(what === "variant" || was?.record_key !== is?.record_key || was?.status !== is?.status).toBe(
            true,
          )
      },
    ),
    { numRuns: 2_000 },
  )
})

const price = (variant_key: string, hours: number, known: number) =>
  aPriceRecord({
    ...{
      variant_key,
      sequence: 1,
      record_key: `R ${variant_key}`,
      known_at: instantFromMicros(start + known * hour),
    },
    effective_at: instantFromMicros(start + hours * hour),
  })
const since = instantFromMicros(start)
const now = instantFromMicros(start + 5 * hour)
const shown = (moved: ReadonlyArray<MovedPair>) =>
  moved.map(
    ({ variant_key, price_type, what, was, is }) =>
      `${variant_key} ${price_type} ${what} ${was?.record_key ?? "-"} → ${is?.record_key ?? "-"}`,
  )
const variant = (variant_key: string, more: Partial<HistoryVariant> = {}): HistoryVariant => ({
  ...of,
  variant_key,
  size: "9",
  ...more,
})

it("variants that have come or gone are named by their prices, else by the types of the lines", () => {
  const later = instantFromMicros(start + hour)
  const state = {
    variants: [
      variant("A"),
      variant("B", { retired_at: later }),
      variant("C", { retired_at: later }),
      variant("D", { known_at: later }),
      variant("E", { known_at: later }),
      variant("F", { known_at: later, retired_at: later }),
    ],
    records: [price("A", -9, -9), price("B", -9, -9), price("D", -1, 1)],
  }
  expect(shown(movedSince(historyOf(state), of, { since, now }, [map, msrp], null))).toEqual([
    "B MAP variant R B → -",
    "C MAP variant - → -",
    "C MSRP variant - → -",
    "D MAP variant - → R D",
    "E MAP variant - → -",
    "E MSRP variant - → -",
  ])
})

it("a variant that has come from another color was not there", () => {
  const former = [{ product_key: "P1", color: "Red", size: "9", until: instantFromMicros(start + hour) }]
  const state = { variants: [variant("A", { former })], records: [price("A", -9, -9)] }
  expect(shown(movedSince(historyOf(state), of, { since, now }, [map], null))).toEqual([
    "A MAP variant - → R A",
  ])
})

it("a backdated price has moved what is in force, and one to come what is to come", () => {
  const state = { variants: [variant("A"), variant("B")], records: [price("A", -2, 1), price("B", 9, 1)] }
  expect(shown(movedSince(historyOf(state), of, { since, now }, [map], null))).toEqual([
    "A MAP incumbent - → R A",
    "B MAP future - → R B",
  ])
})

it("drafts of the batch that is filled move nothing", () => {
  const draft = { ...price("A", 9, 1), status: "draft" as const, batch_key: "own", made_at: now }
  const { known_at: _, ...record } = draft
  const history = historyOf({ variants: [variant("A")], records: [record] })
  expect(movedSince(history, of, { since, now }, [map], "own")).toEqual([])
  expect(shown(movedSince(history, of, { since, now }, [map], "another"))).toEqual(["A MAP future - → R A"])
})

it("a token that is none of ours has no moment", () => {
  for (const token of ["", "b1.0123456789abcdef", "b2", "b2..", "b2.!.0", "b2.zzzzzzzzzzzzzz.0"])
    expect(momentOfBasis(token)).toBeUndefined()
})

it("the history of a token is found among writes of its moment, unless there are too many records to look through often", () => {
  const write = (sequence: number) => ({
    ...price("A", sequence, 0),
    record_key: `R${sequence}`,
    sequence,
  })
  const found = (records: number, later: number) => {
    const all = Array.from({ length: records }, (_, index) => write(index + 1))
    const variants = [variant("A")]
    const token = tokenKnownAt(historyOf({ variants, records: all.slice(0, records - later) }), of, since)
    const history = historyOf({ variants, records: all })
    const then = historyOfToken(history, of, token, since, null)
    return then && movedSince(history, of, { since, now, then }, [map], null).length
  }
  expect(found(20, 9)).toBe(9)
  expect(found(200, 20)).toBe(20)
  expect(found(5_000, 0)).toBe(0)
  expect(found(5_000, 1)).toBe(1)
  expect(found(5_000, 9)).toBeUndefined()
})

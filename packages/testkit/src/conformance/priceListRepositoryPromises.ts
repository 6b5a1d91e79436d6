import {
  instantFromMicros,
  type ListPolicy,
  type Placement,
  PriceListRepository,
  type StoredPriceList,
  Transaction,
} from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import { seededAt } from "../seed/seedCatalog.ts"
import { promisesOf } from "./suite/promisesOf.ts"

const list = (price_list: string, given: Partial<StoredPriceList> = {}): StoredPriceList => ({
  price_list,
  name: `The list ${price_list}`,
  currency: "EUR",
  tags: {},
  created: { at: seededAt, by: "keeper" },
  placements: [],
  ...given,
})

const placement = (hours: number, given: Partial<Placement> = {}): Placement => ({
  effective_at: instantFromMicros(seededAt + hours * 3_600_000_001),
  parent: null,
  archived: false,
  known_at: seededAt,
  by: "keeper",
  ...given,
})

const save = Effect.fnUntraced(function* (
  organization: string,
  { placements: _, policy: _policy, ...saved }: StoredPriceList,
  placed: Placement | null = null,
) {
  const { save } = yield* PriceListRepository
  yield* save(organization, saved, placed)
})

const all = Effect.fnUntraced(function* (organization: string) {
  const { all } = yield* PriceListRepository
  return yield* all(organization)
})

/** What a `PriceListRepository` promises, each by the name of its test. */
export const priceListRepositoryPromises = promisesOf<PriceListRepository | Transaction>()({
  *"gives lists back as they were saved, by code point"({ mine }) {
    const lists = [
      list("B", { currency: null, created: null }),
      list("a", { name: 'Żółć "\u{1f384}"', tags: { market: "EU", "\u00e9": "" } }),
      list("\ue000"),
      list("\u{1f600}", { created: { at: instantFromMicros(seededAt + 1), by: "Zoë" } }),
    ]
    assert.deepStrictEqual(yield* all(mine), [])
    for (const each of lists.toReversed()) yield* save(mine, each)
    assert.deepStrictEqual(yield* all(mine), lists)
  },
  *"keeps every placement by its instant, those of one instant as they were said"({ mine }) {
    const said = [
      placement(3, { parent: "B" }),
      placement(1, { archived: true, known_at: instantFromMicros(seededAt + 7) }),
      placement(3, { parent: null }),
      placement(-5, { parent: "C", by: "Zoë" }),
      placement(3, { parent: "B", archived: true }),
    ]
    for (const each of said) yield* save(mine, list("A"), each)
    yield* save(mine, list("B"), placement(2))
    const [a, b] = yield* all(mine)
    assert.deepStrictEqual(
      a!.placements,
      [3, 1, 0, 2, 4].map((index) => said[index]!),
    )
    assert.deepStrictEqual(b!.placements, [placement(2)])
  },
  *"gives of a list all that it ever stands below, and whole"({ mine, theirs }) {
    const below = (parent: string, hours = 0) => placement(hours, { parent })
    for (const key of ["A", "B", "C", "D", "E"]) yield* save(mine, list(key))
    yield* save(theirs, list("C"), below("E"))
    yield* save(mine, list("A"), below("B"))
    yield* save(mine, list("A"), below("C", 1))
    yield* save(mine, list("B"), below("base"))
    yield* save(mine, list("C"), below("D"))
    yield* save(mine, list("C"), placement(2))
    yield* save(mine, list("E"), below("A"))
    const { all } = yield* PriceListRepository
    const every = yield* all(mine)
    for (const [key, expected] of [
      ["A", ["A", "B", "C", "D"]],
      ["B", ["B"]],
      ["C", ["C", "D"]],
      ["E", ["A", "B", "C", "D", "E"]],
    ] as const) {
      for (const wasKnown of [false, true]) {
        const found = yield* all(mine, wasKnown, key)
        const wanted = found.filter((each) => (expected as ReadonlyArray<string>).includes(each.price_list))
        assert.deepStrictEqual(
          wanted,
          every.filter((each) => (expected as ReadonlyArray<string>).includes(each.price_list)),
        )
      }
    }
    for (const odd of ["", "\0", "\ud800"]) yield* all(mine, false, odd)
    const unknown = yield* all(mine, false, "unknown")
    assert.deepStrictEqual(
      unknown.filter(({ price_list }) => price_list === "unknown"),
      [],
    )
  },
  *"changes name, currency and tags of a list, and leaves its placements"({ mine }) {
    yield* save(mine, list("base", { currency: null, created: null }), placement(0))
    yield* save(mine, list("EU"))
    const changed = list("base", { name: "All", currency: "JPY", tags: { a: "b" }, created: null })
    yield* save(mine, changed)
    assert.deepStrictEqual(yield* all(mine), [list("EU"), { ...changed, placements: [placement(0)] }])
  },
  *"keeps what a list's policy was, each whole under its revision, and gives the last with the list"({
    mine,
    theirs,
  }) {
    const { savePolicy, policies } = yield* PriceListRepository
    const history = (organization: string, key: string, limit = 10, after: number | null = null) =>
      policies(organization, key, { limit, after })
    for (const key of ["A", "B"]) yield* save(mine, list(key))
    yield* save(theirs, list("A"))
    assert.deepStrictEqual(yield* history(mine, "A"), [])
    const later = { by: "Zo\u00eb", at: instantFromMicros(seededAt + 1_500_001) }
    const given: ReadonlyArray<ListPolicy> = [
      {
        notice_days: null,
        max_increase_percent: "10.50",
        blackouts: [{ from: "2026-11-27", until: "2026-12-01", reason: "\0 \u{1f384}" }],
        price_types: ["MAP"],
      },
      { enforcement: "block", map_at_most_msrp: false },
      {},
    ]
    for (const policy of given) yield* savePolicy(mine, "A", policy, later)
    const kept = given.map((policy, index) => ({
      revision: index + 1,
      changed_at: later.at,
      changed_by: later.by,
      policy,
    }))
    assert.deepStrictEqual(yield* history(mine, "A"), kept.toReversed())
    assert.deepStrictEqual(yield* history(mine, "A", 1, 3), kept.slice(1, 2))
    assert.deepStrictEqual(yield* history(mine, "A", 10, Number.MAX_SAFE_INTEGER), kept.toReversed())
    yield* savePolicy(mine, "A", given[1]!, later)
    yield* save(mine, list("A", { name: "Another" }), placement(1))
    assert.deepStrictEqual(yield* all(mine), [
      list("A", { name: "Another", placements: [placement(1)], policy: given[1]! }),
      list("B"),
    ])
    for (const unknown of ["a", "", "\0", "\ud800"]) {
      yield* savePolicy(mine, unknown, given[0]!, later)
      assert.deepStrictEqual(yield* history(mine, unknown), [])
    }
    assert.deepStrictEqual(yield* history(mine, "B"), [])
    assert.deepStrictEqual(yield* history(theirs, "A"), [])
    assert.deepStrictEqual(yield* all(theirs), [list("A")])
  },
  *"lets one change of an organization's lists follow another"({ mine }) {
    const { atomically } = yield* Transaction
    const { lock } = yield* PriceListRepository
    const add = (price_list: string) =>
      atomically(
        Effect.gen(function* () {
          yield* lock(mine)
          const found = yield* all(mine)
          yield* Effect.yieldNow
          yield* save(mine, list(price_list, { name: `behind ${found.length}` }))
        }),
      )
    yield* Effect.all(["A", "B", "C"].map(add), { concurrency: "unbounded" })
    const names = (yield* all(mine)).map(({ name }) => name).sort()
    assert.deepStrictEqual(names, ["behind 0", "behind 1", "behind 2"])
  },
  *"sees and changes nothing of another organization"({ mine, theirs }) {
    yield* save(theirs, list("A"), placement(0))
    assert.deepStrictEqual(yield* all(mine), [])
    yield* save(mine, list("A", { name: "Mine" }), placement(1))
    assert.deepStrictEqual(yield* all(theirs), [{ ...list("A"), placements: [placement(0)] }])
  },
})

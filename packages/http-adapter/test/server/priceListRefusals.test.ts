import { assert, layer } from "@effect/vitest"
import { PriceChangeRepository, PriceListRepository } from "@hangtag/core"
import {
  aBrand,
  aChangeLine,
  aColorwayChange,
  aPriceAdjustment,
  aPriceBatchQuery,
  aPriceChangeRequest,
  aPriceEntry,
  aProductEntry,
  aSelection,
  aVariantEntry,
  seedCatalog,
} from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { patch, post, put } from "../support/requests.ts"
import { onWallClock, type TestRequest, testServer } from "../support/TestServer.ts"

const lists = "/api/pricing/price-lists"
const levels = Array.from({ length: 7 }, (_, index) => `L${index + 1}`)

const inEuros = (price_list: string, parent: string | null) => ({
  price_list,
  name: price_list,
  currency: "EUR",
  parent,
})

/** `base` in euros, L1 to L7 one below another, `OLD`, which is archived, and `JP` in yen. */
const seeded = Layer.effectDiscard(
  Effect.gen(function* () {
    const done = [
      yield* ask(patch(`${lists}/base`, { currency: "EUR" })),
      yield* ask(post(lists, inEuros("OLD", "base"))),
      yield* ask(patch(`${lists}/OLD`, { archived: true })),
      yield* ask(post(lists, { price_list: "JP", name: "Japan", currency: "JPY" })),
    ]
    for (const [index, key] of levels.entries())
      done.push(yield* ask(post(lists, inEuros(key, levels[index - 1] ?? "base"))))
    for (const { status } of done) assert.strictEqual(status, 200)
    const products = [aProductEntry({ variants: [aVariantEntry({ variant_key: "A" })] })]
    yield* seedCatalog(own, { brands: [aBrand()], products, prices: [aPriceEntry({ variant_key: "A" })] })
  }),
)

const brand = "/api/pricing/map-policy/B1"
const lineOf = (price_list: string) => aChangeLine({ price_list })
const changeOf = (price_list: string) =>
  aPriceChangeRequest({ colorways: [aColorwayChange({ lines: [lineOf(price_list)] })] })
const adjustmentOf = (price_list: string) =>
  aPriceAdjustment({ selection: aSelection({ all: true, price_list }) })
const inChange = ["body", "colorways", 0, "lines", 0, "price_list"]
const inSelection = ["body", "selection", "price_list"]
const isArchived = "Value error, this price list is archived then"

const none = { detail: "No such price list: XX" }
const other = { reason: "other_currency", parent: "base", parent_currency: "EUR" }

const refusals: ReadonlyArray<
  readonly [
    name: string,
    request: TestRequest,
    status: 404 | 409 | 422,
    /** Members of the answer, at least; of a 422 of its first fault. */
    facts: object,
  ]
> = [
  ["a list that there is not", patch(`${lists}/XX`, { archived: true }), 404, none],
  ["a list below one that there is not", post(lists, inEuros("NEW", "XX")), 404, none],
  ["another parent, that there is not", patch(`${lists}/L1`, { parent: "XX" }), 404, none],
  ["prices of one", post("/api/pricing/prices", { price_list: "XX", variant_keys: ["V"] }), 404, none],
  ["another place of one, previewed", post(`${lists}/XX/preview`, { parent: null }), 404, none],
  [
    "a place below itself, previewed",
    post(`${lists}/L1/preview`, { parent: "L3" }),
    409,
    { reason: "cycle", path: ["L1", "L3", "L2", "L1"] },
  ],
  [
    "a line of one",
    post(`${brand}/price-changes`, changeOf("XX")),
    422,
    { loc: inChange, input: "XX", msg: "Value error, there is no such price list" },
  ],
  [
    "a line of one that is archived",
    post(`${brand}/price-changes`, changeOf("OLD")),
    422,
    { loc: inChange, input: "OLD", msg: isArchived },
  ],
  [
    "an adjustment of one",
    post(`${brand}/price-changes/adjust`, adjustmentOf("XX")),
    422,
    { loc: inSelection, input: "XX" },
  ],
  [
    "an adjustment of one that is archived",
    post(`${brand}/price-changes/adjust`, adjustmentOf("OLD")),
    422,
    { loc: inSelection, input: "OLD", msg: isArchived },
  ],
  [
    "a preview of one",
    post(`${brand}/colorway-prefill`, {
      product_key: "P1",
      color: "Black",
      lines: [{ ...lineOf("XX"), effective_until: undefined }],
    }),
    422,
    { loc: ["body", "lines", 0, "price_list"], input: "XX" },
  ],
  [
    "a preview of one that is archived",
    post(`${brand}/colorway-prefill`, {
      product_key: "P1",
      color: "Black",
      lines: [{ ...lineOf("OLD"), effective_until: undefined }],
    }),
    422,
    { loc: ["body", "lines", 0, "price_list"], input: "OLD", msg: isArchived },
  ],
  ["a policy of one", put(`${lists}/XX/policy`, { notice_days: 7 }), 404, none],
  ["a policy of base", put(`${lists}/base/policy`, { notice_days: 7 }), 409, { reason: "base_policy" }],
  [
    "half a surrogate pair among the price types of a list's policy",
    put(`${lists}/L1/policy`, { price_types: ["\ud800"] }),
    422,
    { loc: ["body", "price_types", 0], type: "string_unicode" },
  ],
  [
    "half a surrogate pair among those of a brand's",
    put(brand, { price_types: ["MAP", "\ud800"] }),
    422,
    { loc: ["body", "price_types", 1], type: "string_unicode" },
  ],
  [
    "a reason that cannot be kept",
    put(brand, { blackouts: [{ from: "2026-12-24", until: "2026-12-27", reason: "a\u0000b" }] }),
    422,
    {
      loc: ["body", "blackouts", 0, "reason"],
      msg: "Value error, text with U+0000 cannot be kept",
      input: "a\u0000b",
    },
  ],
  [
    "a key that no URL can name",
    post(lists, inEuros("..", "base")),
    422,
    {
      loc: ["body", "price_list"],
      input: "..",
      msg: "Value error, expected a key that URLs can name",
    },
  ],
  [
    "a key with half a surrogate pair",
    post(lists, inEuros("S\ud800", "base")),
    422,
    { loc: ["body", "price_list"], type: "string_unicode" },
  ],
  [
    "a name that would come back as another",
    post(lists, { ...inEuros("NEW", "base"), name: "a\u0000b" }),
    422,
    { loc: ["body", "name"], type: "value_error", input: "a\u0000b" },
  ],
  [
    "another such name",
    patch(`${lists}/L1`, { name: "a\ud800b" }),
    422,
    { loc: ["body", "name"], type: "string_unicode" },
  ],
  ["a key that is taken", post(lists, inEuros("L1", "base")), 409, { reason: "exists" }],
  [
    "a list below one in another currency",
    post(lists, { ...inEuros("NEW", "base"), currency: "USD" }),
    ...([409, { ...other, currency: "USD" }] as const),
  ],
  [
    "another parent, in another currency",
    patch(`${lists}/JP`, { parent: "base" }),
    409,
    { ...other, currency: "JPY" },
  ],
  [
    "a list that would stand below itself",
    patch(`${lists}/L1`, { parent: "L3", effective_from: "2999-01-01" }),
    409,
    { reason: "cycle", from: "2999-01-01T00:00:00.000Z", path: ["L1", "L3", "L2", "L1"] },
  ],
  ["its own parent", patch(`${lists}/L1`, { parent: "L1" }), 409, { reason: "cycle", path: ["L1", "L1"] }],
  [
    "a ninth level",
    post(lists, inEuros("NEW", "L7")),
    ...([409, { reason: "too_deep", most: 8, path: ["NEW", ...levels.toReversed(), "base"] }] as const),
  ],
  [
    "a list below one that is archived",
    post(lists, inEuros("NEW", "OLD")),
    409,
    { reason: "archived", parent: "OLD" },
  ],
  [
    "a currency said twice",
    patch(`${lists}/base`, { currency: "USD" }),
    409,
    { reason: "currency_set", currency: "EUR" },
  ],
  ["a parent of base", patch(`${lists}/base`, { parent: "L1" }), 409, { reason: "base" }],
  ["base, archived", patch(`${lists}/base`, { archived: true }), 409, { reason: "base" }],
  [
    "a currency that ISO 4217 does not have",
    post(lists, { ...inEuros("NEW", null), currency: "EURO" }),
    ...([422, { loc: ["body", "currency"], input: "EURO" }] as const),
  ],
  [
    "a moment that is past",
    patch(`${lists}/L1`, { parent: null, effective_from: "2020-01-01" }),
    ...([422, { loc: ["body", "effective_from"], input: "2020-01-01" }] as const),
  ],
]

layer(onWallClock(Layer.provideMerge(seeded, testServer())))(
  "of price lists is refused, and nothing written",
  (it) => {
    for (const [name, request, status, facts] of refusals) {
      it.effect(name, () =>
        Effect.gen(function* () {
          const { all } = yield* PriceListRepository
          const { list } = yield* PriceChangeRepository
          const written = () => Effect.all([all(own), list(own, aPriceBatchQuery())])
          const before = yield* written()
          const answer = yield* ask(request)
          assert.strictEqual(answer.status, status)
          const json = answer.json as { readonly detail: string | ReadonlyArray<object> }
          assert.containSubset(typeof json.detail === "string" ? json : json.detail[0], facts)
          assert.deepStrictEqual(yield* written(), before)
        }),
      )
    }
  },
)

import { assert, layer } from "@effect/vitest"
import { instantFromMicros, PriceListRepository } from "@hangtag/core"
import { aPriceEntry, memoryPorts, seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { describe } from "vitest"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { naming } from "../support/naming.ts"
import { keysOf, operations } from "../support/operations.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { act, priceList } from "../support/seeds.ts"
import { onWallClock, type TestServer, temporaryFiles, testServerOver } from "../support/TestServer.ts"

// A caller who is bound to two lists of forty: `LIST-o`, which falls back to `HIDE03`, later to `HIDE05`, and `MORE-o`, which stands alone.

const hidden = Array.from({ length: 38 }, (_, index) => `HIDE${String(index).padStart(2, "0")}`)
const variant = "P1-BLK-9-o"
/** No other text of an answer looks like it. */
const amountOf = (list: string) => `7${list.slice(4)}1.57`

const seeded = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* seedCatalog(own, seededCatalog("-o"))
    for (const list of ["LIST-o", "MORE-o", ...hidden]) yield* priceList(own, list)
    const { save, all } = yield* PriceListRepository
    const list = (yield* all(own)).find(({ price_list }) => price_list === "LIST-o")!
    const at = instantFromMicros(0)
    const below = (parent: string) => ({
      effective_at: at,
      parent,
      archived: false,
      known_at: at,
      by: act.by,
    })
    yield* save(own, list, below("HIDE03"))
    // what is to come of lists above is theirs as well
    yield* save(own, list, { ...below("HIDE05"), effective_at: instantFromMicros(4e15) })
    const price = { variant_key: variant, effective_from: "2020-01-01" }
    const theirs = (price_list: string) => [
      aPriceEntry({ ...price, price_list, amount: amountOf(price_list) }),
      aPriceEntry({ ...price, price_list, amount: amountOf(price_list), price_type: `TYPE-${price_list}` }),
      aPriceEntry({
        ...price,
        price_list,
        amount: amountOf(price_list),
        effective_from: "2999-01-01",
        status: "draft",
      }),
    ]
    yield* seedCatalog(own, {
      prices: [
        ...hidden.flatMap(theirs),
        aPriceEntry({ ...price, price_list: "MORE-o", amount: "55.55" }),
        aPriceEntry({ ...price, price_list: "LIST-o", amount: "44.44", price_type: "MSRP" }),
      ],
    })
  }),
)

const keys = keysOf("-o", "00000000-0000-4000-8000-000000000000")
describe("a caller who is bound to price lists", () => {
  const server = testServerOver(Layer.merge(memoryPorts, temporaryFiles), {})
  layer(onWallClock(Layer.provideMerge(seeded, server)))("", (it) => {
    const test = generatorTests(it.effect)

    const asked = (request: Parameters<(typeof TestServer)["Service"]["send"]>[0]) =>
      ask(request, "bound-token")

    for (const { name, permission, request } of operations) {
      test(`finds nothing of other lists: ${name}`, function* () {
        for (const each of [
          request(keys),
          ...["LIST-o", "MORE-o", "HIDE07", "base"].map((list) => naming(request(keys), list)),
        ]) {
          const { status, text, json } = yield* asked(each)
          // what was asked for may be said again
          const seen = [404, 422].includes(status)
            ? text.replaceAll("HIDE07", "")
            : ["HIDE03", "HIDE05"].reduce(
                (left, above) => left.replaceAll(amountOf(above), "").replaceAll(`TYPE-${above}`, ""),
                text,
              )
          assert.notMatch(seen, /HIDE|TYPE-|7\d\d1\.57|149\.95|139\.05/)
          if (status === 403)
            assert.deepStrictEqual(json, { detail: "This is for callers who are not bound to price lists" })
          else assert.include([200, 404, 422], status, text)
        }
        assert.isString(permission)
      })
    }

    test("is answered by what keeps to its lists or shows nothing of them, and by nothing else", function* () {
      const answered = yield* Effect.filter(operations, ({ request }) =>
        Effect.map(asked(request(keys)), ({ status }) => status !== 403),
      )
      assert.deepStrictEqual(
        answered.map(({ name }) => name),
        [
          "colorway prefill",
          "see a variant's timeline",
          "see a product's timeline",
          "explain a price",
          "see what goes live next",
          "read the policy of a price list",
          "resolve prices",
          "list price lists",
          "see a price list",
          "list brands",
          "list products",
          "show a product",
          "list crawl jobs",
          "list discoveries",
          "search variants",
        ],
      )
    })

    test("is answered of a list that others have as of one that does not exist", function* () {
      for (const { request } of operations) {
        const theirs = yield* asked(naming(request(keys), "HIDE07"))
        const none = yield* asked(naming(request(keys), "NONE07"))
        const without = (text: string) => text.replace(/"as_of":"[^"]*"|"at":"[^"]*"/, "")
        assert.strictEqual(
          without(theirs.text).replaceAll("HIDE07", ""),
          without(none.text).replaceAll("NONE07", ""),
        )
        assert.strictEqual(theirs.status, none.status)
      }
      const [theirs, none] = [
        yield* asked({ target: "/api/pricing/price-lists/HIDE07" }),
        yield* asked({ target: "/api/pricing/price-lists/NONE07" }),
      ]
      assert.deepStrictEqual(
        [theirs.status, theirs.text.replace("HIDE07", "")],
        [404, none.text.replace("NONE07", "")],
      )
    })

    test("sees a parent's price through its own list, and not whose it is", function* () {
      const body = { price_list: "LIST-o", variant_keys: [variant] }
      const { json } = yield* asked({ method: "POST", target: "/api/pricing/prices", body })
      const { items, lists } = json as { items: ReadonlyArray<Record<string, unknown>>; lists: unknown }
      assert.deepStrictEqual(
        items
          .filter(({ price_type }) => price_type !== "TYPE-HIDE03")
          .map(({ price_type, amount, from_list }) => [price_type, amount, from_list]),
        [
          ["MAP", Number(amountOf("HIDE03")), null],
          ["MSRP", 44.44, "LIST-o"],
        ],
      )
      assert.deepStrictEqual(lists, [{ price_list: "LIST-o", archived: false }])
      const list = yield* asked({ target: "/api/pricing/price-lists/LIST-o" })
      const { parent, upcoming } = list.json as { parent: unknown; upcoming: unknown }
      assert.deepStrictEqual([parent, upcoming], [null, []])
      const all = yield* asked({ target: "/api/pricing/price-lists" })
      assert.strictEqual((all.json as { total: number }).total, 2)
      const me = yield* asked({ target: "/api/me" })
      assert.deepStrictEqual((me.json as { price_lists: unknown }).price_lists, ["LIST-o", "MORE-o"])
    })
  })
})

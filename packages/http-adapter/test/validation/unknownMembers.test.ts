import { assert, layer } from "@effect/vitest"
import { seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { as, own } from "../support/callers.ts"
import { keysOf, operations } from "../support/operations.ts"
import { seededCatalog } from "../support/seededCatalog.ts"
import { onWallClock, TestServer, testServer } from "../support/TestServer.ts"

/** Those of the interface, whose clients send more. */
const ignoring = [
  "colorway prefill",
  "add records by variants",
  "queue an export",
  "select a discovery",
  "search variants",
  "list a batch's records",
]

type Loc = ReadonlyArray<string | number>

/** The value with a member that nothing has in each of its objects, and where those are. */
const withUnknown = <A>(value: A, loc: Loc, into: Array<Loc>): A => {
  if (Array.isArray(value)) return value.map((each, index) => withUnknown(each, [...loc, index], into)) as A
  if (typeof value !== "object" || value === null) return value
  const members = Object.entries(value).map(([name, each]) => [name, withUnknown(each, [...loc, name], into)])
  into.push([...loc, "zzz"])
  return { ...Object.fromEntries(members), zzz: 1 }
}

const seeded = Layer.effectDiscard(seedCatalog(own, seededCatalog())).pipe(Layer.provideMerge(testServer({})))

layer(onWallClock(seeded))("members that nothing knows", (it) => {
  for (const { name, request } of operations) {
    const isIgnoring = ignoring.includes(name)
    it.effect(`${name} ${isIgnoring ? "ignores" : "refuses"} them in query and body, at every depth`, () =>
      Effect.gen(function* () {
        const { send } = yield* TestServer
        const { target, body, ...rest } = request(keysOf("", "J"))
        const expected: Array<Loc> = []
        const { status, json } = yield* send({
          ...rest,
          target: `${target}${target.includes("?") ? "&" : "?"}zzz=1`,
          ...(body === undefined ? {} : { body: withUnknown(body, ["body"], expected) }),
          headers: as("own-token"),
        })
        if (isIgnoring) return assert.strictEqual(status, 200)
        assert.strictEqual(status, 422)
        const { detail } = json as { detail: ReadonlyArray<{ type: string; loc: Loc }> }
        assert.deepStrictEqual(
          detail.map(({ type, loc }) => [type, loc]),
          [["query", "zzz"], ...expected].map((loc) => ["extra_forbidden", loc]),
        )
      }),
    )
  }

  it.effect("names the member that was meant, and the value that was given", () =>
    Effect.gen(function* () {
      const { send } = yield* TestServer
      const { json } = yield* send({
        method: "POST",
        target: "/api/pricing/map-policy/B1/price-changes/adjust?previw=true",
        body: {
          selection: { product_key: ["P1"] },
          price_types: ["MAP"],
          adjust: { percentage: -5 },
          effective_from: "2997-01-01",
          effective_untill: "2998-01-01",
        },
        headers: as("own-token"),
      })
      const fault = (loc: Loc, nearest: string, input: unknown) => ({
        type: "extra_forbidden",
        loc,
        msg: `Extra inputs are not permitted; did you mean '${nearest}'?`,
        input,
        ctx: { nearest },
      })
      assert.deepStrictEqual(json, {
        detail: [
          fault(["query", "previw"], "preview", "true"),
          fault(["body", "selection", "product_key"], "product_keys", ["P1"]),
          fault(["body", "adjust", "percentage"], "percent", -5),
          fault(["body", "effective_untill"], "effective_until", "2998-01-01"),
        ],
      })
    }),
  )
})

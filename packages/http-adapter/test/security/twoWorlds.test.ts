import { assert, describe, it } from "@effect/vitest"
import { aPrincipal, memoryAuthenticator, memoryPorts, standingClock } from "@hangtag/testkit"
import { Clock, Effect, Layer } from "effect"
import {
  atHour,
  hour,
  interleaved,
  makeWorld,
  stepCounts,
  theirLists,
} from "../../../testkit/src/conformance/bound/worlds.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { naming } from "../support/naming.ts"
import { type Keys, keysOf, operations } from "../support/operations.ts"
import { completedJob } from "../support/seeds.ts"
import { type TestAnswer, type TestRequest, temporaryFiles, testServerOver } from "../support/TestServer.ts"

// Every operation is asked by callers who are bound to two lists, on two servers: one has these lists, the other 38 of others besides,
// with their places, prices, policies, batches, publications and jobs. Answers are the same to the byte, headers too.

const boundTo = (...lists: ReadonlyArray<string>) => [
  aPrincipal({ organization: own, subject: "dealer", priceLists: new Set(lists) }),
]
const authenticator = memoryAuthenticator({
  "bound-token": boundTo(...theirLists),
  "base-token": boundTo("base", ...theirLists),
})

const keysWith = (job: string): Keys => ({
  ...keysOf("", job),
  variant_key: "A",
  price_list: "DE",
  // those that are there in both, whichever they are
  ...{
    batch_key: "PC-20260610-0000",
    draft_batch_key: "PC-20260610-0005",
    change_batch_key: "PC-20260610-0005",
  },
  idle_batch_key: "PC-20260610-0006",
  published_batch_key: "PC-20260610-0000",
})

/** Besides every operation itself: each with lists named, conditions, keys, and what is no request. */
const variants = (request: TestRequest): ReadonlyArray<TestRequest> => [
  request,
  ...["EU", "base", "HIDDEN-07", "NONE"].map((list) => naming(request, list)),
  { ...request, headers: { "if-match": '"0000000000000000000000"' } },
  { ...request, headers: { "idempotency-key": "once" } },
  { ...request, target: `${request.target.split("?")[0]}?limit=1&search=HIDDEN` },
  { ...request, target: request.target.replace("/DE", "/HIDDEN-07") },
  { ...request, body: "{" },
]

interface Answered {
  readonly asked: string
  readonly answer: string
}

/** All that two servers may differ in: moments, ids of requests, and the keys of records, which memory numbers. */
const comparable = ({ status, headers, text }: TestAnswer, names: Map<string, string>): string => {
  const { date: _, "x-request-id": _id, "content-length": length, ...others } = headers
  assert.strictEqual(Number(length ?? Buffer.byteLength(text)), Buffer.byteLength(text))
  const named = text.replaceAll(/PRICE-\d+|b2\.\w+\.\w+/g, (key) => {
    const name = names.get(key) ?? `own ${names.size + 1}`
    names.set(key, name)
    return name
  })
  return JSON.stringify([status, others, named], null, 1)
}

const answers = (hidden: Parameters<typeof makeWorld>[1]) => {
  const last = stepCounts.visible + 1
  const server = testServerOver(Layer.merge(memoryPorts, temporaryFiles), { authenticator }).pipe(
    Layer.provide(Layer.succeed(Clock.Clock, standingClock(hour(last)).clock)),
  )
  const asking = Effect.gen(function* () {
    yield* makeWorld(own, hidden)
    const keys = keysWith(yield* atHour(last, completedJob(own, "PRICES OF HIDDEN-07")))
    const names = new Map<string, string>()
    return yield* Effect.forEach(
      ["bound-token", "base-token"].flatMap((token) =>
        operations.flatMap(({ name, request }) =>
          variants(request(keys)).map((each) => ({ token, name, each })),
        ),
      ),
      ({ token, name, each }) =>
        Effect.map(
          ask(each, token),
          (answer): Answered => ({
            asked: `${token}: ${name}, ${each.target.replace(keys.job_id, "JOB")}`,
            answer: comparable(answer, names),
          }),
        ),
    )
  })
  return Effect.provide(asking, server)
}

describe("callers bound to lists, over HTTP", () => {
  it.live("are answered as if there were no lists of others", () =>
    Effect.gen(function* () {
      const without = yield* answers(null)
      assert.isAbove(without.filter(({ answer }) => answer.startsWith("[\n 200")).length, 100)
      for (const [index, answered] of (yield* answers(interleaved)).entries())
        assert.deepStrictEqual(answered, without[index])
    }),
  )
})

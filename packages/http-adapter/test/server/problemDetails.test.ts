import { assert, layer } from "@effect/vitest"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { ask } from "../support/ask.ts"
import { as } from "../support/callers.ts"
import { onWallClock, type TestRequest, testServer } from "../support/TestServer.ts"

const asked = (accept: string, request: TestRequest) => ask(request, "own-token", { accept })

const problem = "application/problem+json"
const unknownJob: TestRequest = { target: "/api/jobs/1" }

layer(onWallClock(testServer()))("problem details", (it) => {
  const test = generatorTests(it.effect)

  test("are given to those who ask for them, for every refusal", function* () {
    for (const [status, title, detail, request] of [
      [401, "Unauthorized", "Not authenticated", { ...unknownJob, headers: as("unknown") }],
      [404, "Not Found", "No such job: 1", unknownJob],
      [404, "Not Found", "Not Found", { target: "/nowhere" }],
      [405, "Method Not Allowed", "Method Not Allowed", { method: "PUT", target: "/healthz" }],
      [
        403,
        "Forbidden",
        "Permission product:read is required",
        { ...unknownJob, headers: as("powerless-token") },
      ],
    ] as const) {
      const answer = yield* asked(problem, request)
      assert.deepStrictEqual(
        [answer.status, answer.headers["content-type"], answer.json],
        [status, problem, { type: "about:blank", title, status, detail }],
      )
    }
  })

  test("keep the headers of the refusal", function* () {
    const unauthorized = yield* asked(problem, { ...unknownJob, headers: as("unknown") })
    assert.strictEqual(unauthorized.headers["www-authenticate"], "Bearer")
    const wrong = yield* asked(problem, { method: "PUT", target: "/healthz" })
    assert.strictEqual(wrong.headers.allow, "GET")
    assert.strictEqual(wrong.headers["x-content-type-options"], "nosniff")
  })

  test("list the faults of a 422 as its own list has them, to the digit", function* () {
    const request = {
      method: "POST",
      target: "/api/pricing/map-policy/B1/colorway-prefill",
      body: '{"product_key":"P","color":1.50e1,"lines":[{}]}',
    }
    const plain = yield* asked("application/json", request)
    const { status, text } = yield* asked(problem, request)
    assert.deepStrictEqual([plain.status, status], [422, 422])
    const list = plain.text.slice('{"detail":'.length, -1)
    assert.include(list, "1.50e1")
    assert.strictEqual(
      text,
      `{"type":"about:blank","title":"Unprocessable Entity","status":422,"detail":"The request is not valid; errors lists its faults","errors":${list}}`,
    )
  })

  test("are given to no one else, and for no success", function* () {
    for (const accept of [
      "*/*",
      "application/*",
      "application/json",
      `${problem};q=0`,
      `${problem};q=0.000`,
      "application/problem+jsonx",
    ]) {
      const answer = yield* asked(accept, unknownJob)
      assert.strictEqual(answer.headers["content-type"], "application/json", accept)
      assert.deepStrictEqual(answer.json, { detail: "No such job: 1" })
    }
    for (const accept of [`application/json, ${problem};q=0.5`, `APPLICATION/Problem+JSON ; charset=utf-8`]) {
      assert.strictEqual((yield* asked(accept, unknownJob)).headers["content-type"], problem, accept)
    }
    const healthy = yield* asked(problem, { target: "/healthz" })
    assert.deepStrictEqual(
      [healthy.headers["content-type"], healthy.json],
      ["application/json", { status: "ok" }],
    )
  })
})

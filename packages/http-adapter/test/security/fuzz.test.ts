/**
 * Generated requests over all operations, in memory and on a database. A few seconds' worth by default; the long form is
 *
 *     HANGTAG_FUZZ_RUNS=100000 pnpm test packages/http-adapter/test/security/fuzz.test.ts
 *
 * `HANGTAG_FUZZ_SEED` repeats a run, or makes it another one.
 */

import { assert, layer } from "@effect/vitest"
import type { CatalogWriter, IdempotencyStore, ObjectStorage } from "@hangtag/core"
import type { HangtagPorts } from "@hangtag/core/effect"
import { memoryPorts } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { OpenApi } from "effect/http-api"
import fc from "fast-check"
import { describe } from "vitest"
import { portsOn } from "../../../postgres/test/repositories/portsOn.ts"
import { thoroughDatabase } from "../../../postgres/test/support/testDatabases.ts"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import { anyRequest, type FuzzedRequest } from "../support/anyRequest.ts"
import { send } from "../support/ask.ts"
import { foreign, own } from "../support/callers.ts"
import { type JsonSchema, schemaFault } from "../support/schemaFault.ts"
import { seedOperations } from "../support/seeds.ts"
import { onWallClock, type TestAnswer, temporaryFiles, testServerOver } from "../support/TestServer.ts"

type Ports = Exclude<HangtagPorts, ObjectStorage> | CatalogWriter | IdempotencyStore

const runs = Number(process.env.HANGTAG_FUZZ_RUNS ?? 500)
const seed = Number(process.env.HANGTAG_FUZZ_SEED ?? 20_261_125)
const batch = 500

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(HangtagApi)))
const definitions: Readonly<Record<string, JsonSchema>> = document.components.schemas

interface Described {
  readonly method: string
  readonly pattern: RegExp
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>
}
const described: ReadonlyArray<Described> = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Described>).map(([method, { responses }]) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    responses,
  })),
)

/** Answers that any route may give, before it is known which. */
const anywhere = new Set([307, 404, 405])

const sentence: JsonSchema = {
  type: "object",
  properties: { detail: { type: "string" } },
  required: ["detail"],
}

const problem: JsonSchema = {
  type: "object",
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    errors: { type: "array", items: { $ref: "#/components/schemas/ValidationError" } },
  },
  required: ["type", "title", "status", "detail"],
}

/** What is wrong with the answer; undefined where nothing is. */
const fault = ({ method, target }: FuzzedRequest, answer: TestAnswer): string | undefined => {
  const { status, headers } = answer
  if (status >= 500) return "a fault of the server"
  const type = headers["content-type"]
  if (method === "HEAD" || status === 307 || status === 204) {
    return answer.text === "" ? undefined : "a body where none belongs"
  }
  if (type === "text/event-stream") return undefined
  const body = answer.json
  if (type === "application/problem+json") return schemaFault(body, problem, definitions)
  if (anywhere.has(status)) return schemaFault(body, sentence, definitions)
  const path = target.split("?", 1)[0]!
  const routes = described.filter((each) => each.method === method && each.pattern.test(path))
  const schemas = routes.flatMap(({ responses }) => {
    const content = responses[status]?.content?.["application/json"] as { schema: JsonSchema } | undefined
    return content === undefined ? [] : [content.schema]
  })
  if (routes.length > 0 && schemas.length === 0) return `status ${status} is not described`
  const faults = schemas.map((schema) => schemaFault(body, schema, definitions))
  return faults.includes(undefined) ? undefined : faults[0]
}

const suite = <E>(ports: Layer.Layer<Ports, E>) => {
  const server = testServerOver(Layer.merge(ports, temporaryFiles))
  layer(onWallClock(server))("generated requests", (it) => {
    it.effect(
      `${runs} of them, with seed ${seed}, have answers as described, and no fault or hang among them`,
      () =>
        Effect.gen(function* () {
          const keys = [yield* seedOperations(own, "-o"), yield* seedOperations(foreign, "-f")]
          const statuses = new Map<number, number>()
          const faults: Array<unknown> = []
          const judge = Effect.fnUntraced(
            function* (request: FuzzedRequest) {
              const answer = yield* Effect.timeoutOrElse(send(request), {
                duration: "30 seconds",
                orElse: () => Effect.die(new Error("no answer within 30 s")),
              })
              statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
              const found = fault(request, answer)
              if (found !== undefined) {
                faults.push({ found, status: answer.status, text: answer.text.slice(0, 300), request })
              }
            },
            (judged, request) =>
              Effect.catchDefect(judged, (defect) =>
                Effect.sync(() => void faults.push({ found: String(defect), request })),
              ),
          )
          for (let done = 0; done < runs; done += batch) {
            const requests = fc.sample(anyRequest(keys), {
              numRuns: Math.min(batch, runs - done),
              seed: seed + done,
            })
            yield* Effect.forEach(requests, judge, { concurrency: 8, discard: true })
          }
          if (process.env.HANGTAG_FUZZ_RUNS !== undefined) {
            console.log(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))
          }
          assert.deepStrictEqual(faults.slice(0, 3), [])
          // the generator reaches behind the doors as well as against them
          for (const status of [200, 307, 400, 401, 403, 404, 405, 422]) assert.isTrue(statuses.has(status))
        }),
      3_600_000,
    )
  })
}

describe("in memory", () => suite(memoryPorts))
describe(thoroughDatabase.name, () => suite(portsOn(thoroughDatabase)))

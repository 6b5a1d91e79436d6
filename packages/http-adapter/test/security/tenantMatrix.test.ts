import { assert, layer } from "@effect/vitest"
import { type CatalogWriter, type IdempotencyStore, instantToText, type ObjectStorage } from "@hangtag/core"
import type { HangtagPorts } from "@hangtag/core/effect"
import { memoryPorts, seededAt } from "@hangtag/testkit"
import { Context, Effect, Layer } from "effect"
import { describe } from "vitest"
import { generatorTests } from "../../../../test/generatorTests.ts"
import { portsOn } from "../../../postgres/test/repositories/portsOn.ts"
import { thoroughDatabase } from "../../../postgres/test/support/testDatabases.ts"
import { ask, send } from "../support/ask.ts"
import { as, foreign, own } from "../support/callers.ts"
import { type Keys, keysOf, type Operation, operations } from "../support/operations.ts"
import { get, patch } from "../support/requests.ts"
import { priceList, seedOperations } from "../support/seeds.ts"
import {
  onWallClock,
  type TestAnswer,
  type TestServerOptions,
  temporaryFiles,
  testServerOver,
} from "../support/TestServer.ts"

// The suffixes are of one length, so that not even `content-length` may tell a foreign key from an unknown one.

/** The keys of what is there, by whose it is. */
class Seeded extends Context.Service<Seeded, { readonly own: Keys; readonly foreign: Keys }>()(
  "@hangtag/http-adapter/test/Seeded",
) {}

const seeded = Layer.effect(
  Seeded,
  Effect.gen(function* () {
    yield* priceList(own, hiddenList)
    return { own: yield* seedOperations(own, "-o"), foreign: yield* seedOperations(foreign, "-f") }
  }),
)

/** A list of their own organization that is not one of those that bound callers are bound to. */
const hiddenList = "HIDE-o"

const unknown = keysOf("-u", "00000000-0000-4000-8000-000000000000")

/** Keys that no organization can have, or that mean something to what is behind. */
const malformed = [
  "\0",
  " ",
  "*",
  "%",
  "_",
  "..",
  "../..",
  "a/b",
  "null",
  "-1",
  "'; drop table hangtag_product; --",
  '"',
  "\\",
  "P1-o\n",
  "p1-O",
  "é\u{1f600}",
  "x".repeat(10_000),
]

const credentials: ReadonlyArray<{
  readonly name: string
  readonly headers: Readonly<Record<string, string>>
  readonly expected: (operation: Operation) => readonly [status: number, detail: string]
}> = [
  { name: "no credentials", headers: {}, expected: () => [401, "Not authenticated"] },
  { name: "an invalid token", headers: as("nonsense"), expected: () => [401, "Not authenticated"] },
  {
    name: "an invalid session",
    headers: { cookie: "identity_provider_session=nonsense" },
    expected: () => [401, "Not authenticated"],
  },
  {
    name: "no permission",
    headers: as("powerless-token"),
    expected: ({ permission }) => [403, `Permission ${permission} is required`],
  },
  {
    name: "another organization's name",
    headers: { ...as("own-token"), "X-Organization-ID": foreign },
    expected: () => [403, "X-Organization-ID must name one of your organizations"],
  },
]

/** The answer without what every answer differs in, and with the key that it was asked for as `KEY`. */
const comparable = ({ status, headers, text }: TestAnswer, key: string) => {
  const { date: _, "x-request-id": _id, ...others } = headers
  return {
    status,
    headers: others,
    text: text.replaceAll(key, "KEY").replace(/"as_of":"[^"]*"/, '"as_of":""'),
  }
}

/** With one of the keys replaced. */
const withKey = (keys: Keys, name: keyof Keys, value: string): Keys => ({ ...keys, [name]: value })

/** What a web `Request` cannot hold in a path: its URL has its dots resolved. */
const cannotBeFetched = (key: string) => key === ".."

/** Who is refused for what they bring is refused before anything is read: whatever the database, asked in memory. */
const matrix = <E>(
  ports: Layer.Layer<Exclude<HangtagPorts, ObjectStorage> | CatalogWriter | IdempotencyStore, E>,
  options: TestServerOptions = {},
  refusals = credentials,
) => {
  const server = testServerOver(Layer.merge(ports, temporaryFiles), options)
  layer(onWallClock(Layer.provideMerge(seeded, server)))("", (it) => {
    const test = generatorTests(it.effect)

    const asked = (operation: Operation, keys: Keys, headers: Readonly<Record<string, string>>) =>
      send({ ...operation.request(keys), headers })

    for (const operation of operations) {
      describe(operation.name, () => {
        for (const { name, headers, expected } of refusals) {
          test(`with ${name}: refused, whatever the key`, function* () {
            const keys = yield* Seeded
            const tried = [keys.own, keys.foreign, unknown]
            for (const each of operation.reads) {
              tried.push(...malformed.slice(2, 5).map((text) => withKey(keys.own, each, text)))
            }
            for (const each of tried) {
              const answer = yield* asked(operation, each, headers)
              const [status, detail] = expected(operation)
              assert.deepStrictEqual([answer.status, answer.json], [status, { detail }])
              assert.strictEqual(answer.headers["www-authenticate"], status === 401 ? "Bearer" : undefined)
            }
          })
        }

        test("with the permission alone that it needs: answered", function* () {
          const keys = yield* Seeded
          for (const headers of [
            as("own-token"),
            { cookie: "identity_provider_session=own-token", "content-type": "application/json" },
            { ...as("both-token"), "X-Organization-ID": own },
          ]) {
            const answer = yield* asked(operation, keys.own, headers)
            assert.strictEqual(answer.status, 200, answer.text)
          }
          const without = yield* asked(operation, keys.own, as(`without-${operation.permission}`))
          assert.deepStrictEqual(
            [without.status, without.json],
            [403, { detail: `Permission ${operation.permission} is required` }],
          )
        })

        for (const name of operation.reads) {
          test(`another organization's ${name} answers exactly as an unknown one`, function* () {
            const keys = yield* Seeded
            for (const [token, theirs] of [
              ["own-token", keys.foreign[name]],
              ["bound-token", keys.foreign[name]],
              ...(name === "price_list" ? [["bound-token", hiddenList] as const] : []),
            ] as const) {
              // keys that a store gives are as long as it makes them
              const nobodys = unknown[name].slice(0, theirs.length)
              const foreignAnswer = yield* asked(operation, withKey(keys.own, name, theirs), as(token))
              const unknownAnswer = yield* asked(operation, withKey(keys.own, name, nobodys), as(token))
              const expected = comparable(unknownAnswer, nobodys)
              // a new job has an id of its own
              const { job_id = "" } = (unknownAnswer.json ?? {}) as { job_id?: string }
              const { job_id: another = "" } = (foreignAnswer.json ?? {}) as { job_id?: string }
              const given = comparable(foreignAnswer, theirs)
              assert.deepStrictEqual(
                { ...given, text: given.text.replace(another, "") },
                { ...expected, text: expected.text.replace(job_id, "") },
              )
              if (given.status !== 200)
                assert.deepStrictEqual(Object.keys(foreignAnswer.json as object), ["detail"])
            }
          })

          test(`a malformed ${name} is an unknown one`, function* () {
            const keys = yield* Seeded
            const nobodys = yield* asked(operation, withKey(keys.own, name, unknown[name]), as("own-token"))
            for (const key of malformed) {
              if (options.door === "fetch handler" && cannotBeFetched(key)) continue
              const { status } = yield* asked(operation, withKey(keys.own, name, key), as("own-token"))
              assert.strictEqual(status, nobodys.status, JSON.stringify(key))
            }
          })
        }
      })
    }

    test("all of this has left the other organization as it was", function* () {
      const keys = yield* Seeded
      const theirs = (target: string) => Effect.map(ask(get(target), "foreign-token"), ({ json }) => json)
      assert.deepStrictEqual(yield* theirs(`/api/catalog/batches/${keys.foreign.batch_key}/records`), {
        items: [],
        total: 0,
        offset: 0,
        limit: 50,
      })
      const job = (yield* theirs(`/api/jobs/${keys.foreign.job_id}`)) as { status: string }
      assert.strictEqual(job.status, "completed")
      const { crawl_job_id, discovery_id } = keys.foreign
      const discovery = yield* ask(
        patch(`/api/products/crawl-discoveries/${crawl_job_id}/${discovery_id}`, { selected: false }),
        "foreign-token",
      )
      // `updated_at` moves when `selected` changes
      assert.strictEqual((discovery.json as { updated_at: string }).updated_at, instantToText(seededAt))
    })
  })
}

describe("tenants: memory", () => matrix(memoryPorts))
describe("tenants: node handler", () => matrix(memoryPorts, { door: "node handler", basePath: "/catalog" }))
describe("tenants: fetch handler", () => matrix(memoryPorts, { door: "fetch handler" }))
describe(`tenants: ${thoroughDatabase.name}`, () => matrix(portsOn(thoroughDatabase), {}, []))

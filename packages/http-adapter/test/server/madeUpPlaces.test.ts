import { assert, layer } from "@effect/vitest"
import type { CatalogWriter, IdempotencyStore, ObjectStorage } from "@hangtag/core"
import type { HangtagPorts } from "@hangtag/core/effect"
import { memoryPorts } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { OpenApi } from "effect/http-api"
import { portsOn } from "../../../postgres/test/repositories/portsOn.ts"
import { thoroughDatabase } from "../../../postgres/test/support/testDatabases.ts"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { type Keys, keysOf } from "../support/operations.ts"
import { get } from "../support/requests.ts"
import { seedOperations } from "../support/seeds.ts"
import { onWallClock, temporaryFiles, testServerOver } from "../support/TestServer.ts"

const made = keysOf("-o", "")

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(HangtagApi)))

interface Endpoint {
  readonly parameters?: ReadonlyArray<{ readonly name: string }>
}

/** The lists, each at a path with the keys of what is there; of records the interface names no `after`. */
const lists = Object.entries<Readonly<Record<string, Endpoint>>>(document.paths).flatMap(
  ([path, { get }]) => {
    const keys: Readonly<Record<string, string>> = { ...made, job_id: made.crawl_job_id } satisfies Keys
    const isList = get?.parameters?.some(({ name }) => name === "after") || path.endsWith("/records")
    return isList === true
      ? [path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(keys[key] ?? made.batch_key))]
      : []
  },
)

/** Places that have a form: of numbers, and as lists of one to four members. */
const numbers = ["1", "3000000000", "9007199254740991"]
const members = ["x", "\0", "\ud800", null, 0, -1, 1.5, 3_000_000_000, 1e300, 253_402_300_799_000_000]
const places = [
  ...["", "x", "\0", "[]", "{}", "null", "-1", "1e300", "9007199254740992", ...numbers],
  ...members.flatMap((each) =>
    [
      [each],
      [each, "x"],
      ["x", each],
      [each, each],
      [each, "x", "x"],
      [null, "x", each],
      [each, null, "x", "x"],
    ].map((place) => JSON.stringify(place)),
  ),
]

const asked = <E>(
  ports: Layer.Layer<Exclude<HangtagPorts, ObjectStorage> | CatalogWriter | IdempotencyStore, E>,
) =>
  layer(
    onWallClock(
      Layer.provideMerge(
        Layer.effectDiscard(seedOperations(own, "-o")),
        testServerOver(Layer.merge(ports, temporaryFiles)),
      ),
    ),
  )("a place that no page gave", (it) => {
    for (const path of lists)
      it.effect(`is one to go on after, or refused: ${path}`, () =>
        Effect.gen(function* () {
          for (const place of places) {
            const { status, text } = yield* ask(
              get(`${path}?after=${encodeURIComponent(place.toWellFormed())}`),
            )
            // a place in a review of an open batch, which has been published since
            const isOfBefore = path.endsWith("/review") && text.includes("read it from the first page")
            assert.include([200, isOfBefore ? 409 : 422], status, `${place}: ${text}`)
          }
        }),
      )
  })

asked(memoryPorts)
asked(portsOn(thoroughDatabase))

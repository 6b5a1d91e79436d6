import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { DevelopmentAuthenticator } from "../../src/auth/DevelopmentAuthenticator.ts"
import type { Door } from "../support/mounted.ts"
import { onWallClock, TestServer, testServer } from "../support/TestServer.ts"
import { type Answer, difference, type RecordedCase, recordedCases, send } from "./recordedCase.ts"

/** What a web `Request` cannot hold: its URL has its dots resolved, and it refuses to trace. */
const cannotBeFetched = ({ method, target }: RecordedCase) => method === "TRACE" || target.includes("/./")

/** The answer as it would be at the root; a location that lost the prefix leads nowhere. */
const atRoot = ({ headers, ...answer }: Answer, basePath: string): Answer => {
  const { location } = headers
  if (location === undefined || basePath === "") return { headers, ...answer }
  const rest = location.startsWith(basePath) ? location.slice(basePath.length) : "/prefix-lost"
  return { ...answer, headers: { ...headers, location: rest } }
}

const doors: ReadonlyArray<{ readonly door?: Door; readonly basePath?: string }> = [
  {},
  { basePath: "/own" },
  { door: "node handler" },
  { door: "fetch handler", basePath: "/api/catalog" },
]

/** Of each operation what is asked of a server under a prefix too: what leads elsewhere, and every fourth. */
const underPrefix = recordedCases.filter(({ expect }, nth) => expect.location !== undefined || nth % 4 === 0)

for (const { door, basePath = "" } of doors) {
  const cases =
    door === "fetch handler"
      ? recordedCases.filter((each) => !cannotBeFetched(each))
      : door === undefined && basePath !== ""
        ? underPrefix
        : recordedCases
  const server = testServer({
    authenticator: DevelopmentAuthenticator,
    maxBodySize: 16 * 1024 ** 2,
    ...(door && { door }),
    basePath,
  })
  layer(onWallClock(server))(
    `${door ?? "the server"} under ${basePath || "/"} answers as the reference was recorded to`,
    (it) => {
      for (const [operation, ofOperation] of Map.groupBy(cases, (each) => each.operation)) {
        it.effect(operation, () =>
          Effect.gen(function* () {
            const { port } = yield* TestServer
            // another server has the prefix put before by the harness
            const prefix = door === undefined ? basePath : ""
            const differences = []
            for (const each of ofOperation) {
              const asked = { ...each, target: prefix + each.target }
              const answer = yield* Effect.promise(() => send(`http://127.0.0.1:${port}`, asked))
              const given = difference(each, atRoot(answer, basePath))
              if (given !== undefined) differences.push({ id: each.id, name: each.name, given })
            }
            assert.deepStrictEqual(differences, [])
          }),
        )
      }
    },
  )
}

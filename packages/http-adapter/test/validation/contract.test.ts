import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { DevelopmentAuthenticator } from "../../src/auth/DevelopmentAuthenticator.ts"
import { onWallClock, TestServer, testServer } from "../support/TestServer.ts"
import { difference, recordedCases, send } from "./recordedCase.ts"

layer(onWallClock(testServer({ authenticator: DevelopmentAuthenticator, maxBodySize: 16 * 1024 ** 2 })))(
  "the server answers as the reference was recorded to",
  (it) => {
    for (const [operation, cases] of Map.groupBy(recordedCases, (each) => each.operation)) {
      it.effect(operation, () =>
        Effect.gen(function* () {
          const { port } = yield* TestServer
          const differences = []
          for (const each of cases) {
            const answer = yield* Effect.promise(() => send(`http://127.0.0.1:${port}`, each))
            const given = difference(each, answer)
            if (given !== undefined) differences.push({ id: each.id, name: each.name, given })
          }
          assert.deepStrictEqual(differences, [])
        }),
      )
    }
  },
)

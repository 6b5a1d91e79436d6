import { Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { askBehindPooler } from "../lab/chaos/pooling.ts"
import { startFolder } from "../lab/chaos/startTrial.ts"
import { TokenIssuer } from "../packages/http-adapter/test/support/TokenIssuer.ts"
import { createTestDatabase } from "../packages/postgres/test/support/createTestDatabase.ts"
import { pgBouncerUnavailable } from "../packages/postgres/test/support/PgBouncer.ts"
import { testServer } from "../packages/postgres/test/support/testServer.ts"

it.skipIf(pgBouncerUnavailable ?? testServer.unavailable)(
  "behind a pooler of two sessions everybody is answered as without one, servers and a worker",
  () => {
    const folder = startFolder(onTestFinished)
    return Effect.gen(function* () {
      const url = yield* createTestDatabase("migrated")
      const issuer = yield* TokenIssuer.make
      const small = { callers: 32, answers: 300, exports: 4, servers: 1 }
      const seen = yield* Effect.promise(() =>
        askBehindPooler({ ...small, url, folder, issuer, mode: "transaction", poolSize: 2 }),
      )
      expect(seen).toMatchObject({ wrong: 0, foreign: 0, answers: 304 })
    }).pipe(Effect.scoped, Effect.runPromise)
  },
)

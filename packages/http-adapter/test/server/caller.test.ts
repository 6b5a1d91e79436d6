import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { as, own } from "../support/callers.ts"
import { TestServer, testServer } from "../support/TestServer.ts"

const target = "/api/me"
const asked = (headers = {}) => Effect.flatMap(TestServer, ({ send }) => send({ target, headers }))

layer(testServer())("who calls", (it) => {
  it.effect("is shown with what they may do, which may be nothing", () =>
    Effect.gen(function* () {
      const all = (yield* asked(as("own-token"))).json as {
        organization: string
        permissions: ReadonlyArray<string>
      }
      assert.include(all, { organization: own })
      assert.includeMembers([...all.permissions], ["price:read", "batch:publish"])
      const none = yield* asked(as("powerless-token"))
      assert.deepStrictEqual([none.status, (none.json as typeof all).permissions], [200, []])
    }),
  )

  it.effect("is asked for where no caller is known", () =>
    Effect.gen(function* () {
      const { status, headers } = yield* asked()
      assert.deepStrictEqual([status, headers["www-authenticate"]], [401, "Bearer"])
    }),
  )
})

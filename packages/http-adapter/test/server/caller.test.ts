import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ask, send } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { get } from "../support/requests.ts"
import { testServer } from "../support/TestServer.ts"

const me = get("/api/me")

layer(testServer())("who calls", (it) => {
  it.effect("is shown with what they may do, which may be nothing", () =>
    Effect.gen(function* () {
      const all = (yield* ask(me)).json as {
        organization: string
        permissions: ReadonlyArray<string>
      }
      assert.include(all, { organization: own })
      assert.includeMembers([...all.permissions], ["price:read", "batch:publish"])
      const none = yield* ask(me, "powerless-token")
      assert.deepStrictEqual([none.status, (none.json as typeof all).permissions], [200, []])
    }),
  )

  it.effect("is asked for where no caller is known", () =>
    Effect.gen(function* () {
      const { status, headers } = yield* send(me)
      assert.deepStrictEqual([status, headers["www-authenticate"]], [401, "Bearer"])
    }),
  )
})

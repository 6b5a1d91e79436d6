import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { mendTimes } from "../../src/queue/mendTimes.ts"
import { embeddedTestLayer } from "../support/embeddedTestLayer.ts"

it.effect("messages that a clock set back has sent into the future come back, others stay as they are", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const add = (id: string, visible: string, acquired: string | null) => sql`
      insert into hangtag_queue (id, queue_name, element, state, visible_at, acquired_at, created_at, updated_at)
      values (${id}, 'q', '{}', 'pending', now() + ${visible}::interval, now() + ${acquired}::interval, now(), now())`
    yield* add("waits for an hour", "1 hour", null)
    yield* add("is held for an hour more", "-1 second", "1 hour")
    yield* add("waits for its next attempt", "8 seconds", null)
    yield* add("is held", "-1 second", "-2 seconds")
    yield* mendTimes
    const found = yield* sql`
      select id, visible_at <= now() as visible, acquired_at <= now() as acquired,
        acquired_at <= now() - interval '2 seconds' as long_ago
      from hangtag_queue order by sequence`
    expect(found).toEqual([
      { id: "waits for an hour", visible: true, acquired: null, long_ago: null },
      { id: "is held for an hour more", visible: true, acquired: true, long_ago: false },
      { id: "waits for its next attempt", visible: false, acquired: null, long_ago: null },
      { id: "is held", visible: true, acquired: true, long_ago: true },
    ])
  }).pipe(Effect.provide(embeddedTestLayer())),
)

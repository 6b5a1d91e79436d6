import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import type { Redis } from "effect/persistence/Redis"

const mark = "hangtag:memory"

/**
 * Names the state of Redis' memory: another name means that what was put there may be gone. That is so after a restart
 * or failover, which may have lost what was not saved yet, and once somebody emptied the database.
 */
export const redisMemory = Effect.fnUntraced(function* (redis: Redis["Service"]) {
  // some that are hosted let nobody ask; then the mark has to do
  const info = yield* Effect.catch(redis.send<string>("INFO", "server"), () => Effect.succeed(""))
  yield* redis.send("SET", mark, randomUUID(), "NX")
  const kept = yield* redis.send<string>("GET", mark)
  return `${/^run_id:(\w+)/m.exec(info)?.[1] ?? ""}:${kept}`
})

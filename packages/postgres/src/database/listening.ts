import type { EventEmitter } from "node:events"
import { Cause, Effect, Queue } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Notification, OpenListener } from "./Database.ts"
import { hostFailure } from "./failures.ts"
import type { PoolClient } from "./poolClient.ts"

const listenOn = ({ client, session }: Effect.Success<PoolClient["spare"]>, channel: string) =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<Notification, SqlError>()
    const received = (notification: Notification) => {
      if (notification.channel === channel) Queue.offerUnsafe(queue, notification)
    }
    const ended = (error?: Error) =>
      Queue.failCauseUnsafe(queue, Cause.fail(hostFailure(error ?? new Error("The connection has ended"))))
    ;(client as EventEmitter).on("notification", received).on("error", ended).on("end", ended)
    yield* session.executeUnprepared(`listen "${channel}"`, [], undefined)
    return queue
  })

/** A connection of the pool's to listen on, for as long as anybody waits for jobs. */
export const listening = ({ spare }: Pick<PoolClient, "spare">): OpenListener =>
  Effect.map(spare, (lent) => ({ listen: (channel) => listenOn(lent, channel) }))

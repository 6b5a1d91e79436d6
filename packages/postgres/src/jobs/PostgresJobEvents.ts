import { JobEvents } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { Notifications } from "./Notifications.ts"

/** `JobEvents` from every process on the database: a job that begins, ends, or is to stop. */
export const PostgresJobEvents: Layer.Layer<never, never, Notifications> = Layer.effect(
  JobEvents,
  Effect.map(Notifications, ({ changed }) => ({ next: changed })),
)

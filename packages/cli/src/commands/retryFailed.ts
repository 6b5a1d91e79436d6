import { Hangtag } from "@hangtag/core/effect"
import { failedJobs } from "@hangtag/postgres"
import { Effect } from "effect"
import { commandLineCaller } from "../calls/caller.ts"
import { doneOn, eachServer, requireAll } from "../calls/eachServer.ts"
import { hangtag } from "../composition/hangtag.ts"
import { answer } from "../output/answer.ts"
import { counted } from "../output/counted.ts"
import { readSettingsOf } from "../settings/ofServer.ts"
import { readSettings } from "../settings/Settings.ts"

/** Queues failed exports of one server again, at most `limit`. */
const retryOn = Effect.fnUntraced(function* (organization: string | null, limit: number) {
  const { retryJob } = yield* Hangtag
  const { jobs, total } = yield* failedJobs(organization, limit)
  const full = new Set<string>()
  const organizations = new Set<string>()
  let queued = 0
  for (const { organization, job_id } of jobs) {
    if (full.has(organization)) continue
    const isQueued = yield* retryJob(commandLineCaller(organization), { job_id }).pipe(
      Effect.as(true),
      Effect.catchTags({
        TooManyOpen: () => Effect.sync(() => void full.add(organization)).pipe(Effect.as(false)),
        // expired, or removed, meanwhile
        RequestForgotten: () => Effect.succeed(false),
        NotFound: () => Effect.succeed(false),
      }),
    )
    if (!isQueued) continue
    queued++
    organizations.add(organization)
  }
  return { queued, organizations: [...organizations], left: total - queued, full: [...full] }
})

/**
 * Queues failed exports again, those that failed first first, at most `limit`; of every organization, or of one. What an
 * organization has no room for (`MAX_OPEN_EXPORTS`) stays failed.
 */
export const retryFailed = Effect.fnUntraced(function* (organization: string | null, limit: number) {
  const settings = yield* organization === null ? readSettings : readSettingsOf(organization)
  let most = limit
  const all = yield* eachServer(
    settings,
    Effect.fnUntraced(function* (own) {
      const { layer } = yield* hangtag(own, "")
      const done = yield* Effect.provide(retryOn(organization, most), layer)
      most -= done.queued
      return done
    }),
  )
  const done = doneOn(all).map(({ value }) => value)
  const sum = (of: "queued" | "left") => done.reduce((total, each) => total + each[of], 0)
  const [queued, left] = [sum("queued"), sum("left")]
  const organizations = done.flatMap((each) => each.organizations)
  const full = done.flatMap((each) => each.full)
  const of = organizations.length === 1 ? organizations[0]! : counted(organizations.length, "organization")
  if (done.length > 0)
    yield* answer(
      { queued, organizations: organizations.length, left, full },
      [
        `${counted(queued, "export")}${queued === 0 ? "" : ` of ${of}`} queued again`,
        ...(left === 0 ? [] : [`  ${left} more failed: run it again once these have ended, or with --limit`]),
        ...full.map((each) => `  ${each} has as many open exports as it may (MAX_OPEN_EXPORTS)`),
      ].join("\n"),
    )
  yield* requireAll(all)
})

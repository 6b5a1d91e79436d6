import * as Effect from "effect/Effect"
import { type ExportMessage, ExportPublisher } from "./ExportPublisher.ts"

/** Tells a host's own broker of a job that was queued; whatever comes of that, the job is queued. */
export const publishExport = Effect.fnUntraced(
  function* ({ organization, job_id, lane }: ExportMessage) {
    const { publish } = yield* ExportPublisher
    yield* publish({ organization, job_id, lane })
  },
  Effect.timeout("5 seconds"),
  Effect.catchCause((cause) => Effect.logWarning("bulkops.export could not be published", cause)),
)

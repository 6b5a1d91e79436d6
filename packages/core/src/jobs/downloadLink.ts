import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { FileExpired, JobNotCompleted, NotFound } from "../kernel/errors.ts"
import { currentInstant, instantFromMicros, instantToText } from "../kernel/Instant.ts"
import { operation } from "../kernel/operation.ts"
import { DownloadLink } from "./Job.ts"
import { JobRepository } from "./JobRepository.ts"
import { ObjectStorage } from "./ObjectStorage.ts"
import { findVisibleJob, JobKey } from "./visibleJob.ts"

/** How long a download link holds. */
export const downloadLinkMinutes = 15

/** Whether storage still has the file; one that it cannot answer for is taken to be there. */
const isStored = Effect.fnUntraced(
  function* (storage: ObjectStorage["Service"], key: string) {
    const first = yield* Stream.runHead(storage.list(key))
    return Option.exists(first, (object) => object.key === key)
  },
  Effect.orElseSucceed(() => true),
)

/**
 * Mints a link to a completed job's file; it works without credentials for `downloadLinkMinutes`.
 *
 * Fails with `NotFound`, `JobNotCompleted`, and `FileExpired` also where the file was deleted in storage. Needs what
 * `getJob` does.
 */
export const downloadLink = operation({
  name: "downloadLink",
  permission: "product:read",
  input: JobKey,
  output: DownloadLink,
  errors: [NotFound, JobNotCompleted, FileExpired],
  ports: [JobRepository, ObjectStorage],
  limits: [],
  effect: "read",
  run: Effect.fnUntraced(function* (principal, { job_id }) {
    const { file, status } = yield* findVisibleJob(principal, job_id)
    if (status === "expired") return yield* new FileExpired({ job_id })
    if (file === null) return yield* new JobNotCompleted({ job_id, status })
    const storage = yield* ObjectStorage
    if (!(yield* isStored(storage, file.storage_key))) return yield* new FileExpired({ job_id })
    const expires_at = instantFromMicros((yield* currentInstant) + downloadLinkMinutes * 60_000_000)
    const { storage_key, file_name, content_type, size, sha256 } = file
    const url = yield* storage.downloadLink(storage_key, { file_name, content_type, expires_at })
    return { url, expires_at: instantToText(expires_at), file_name, content_type, size, sha256 }
  }),
})

import { ObjectStorage } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { deleteOrganization, freezeOrganization } from "@hangtag/postgres/organizations"
import { Effect, Stream } from "effect"
import { CommandFailed } from "../output/CommandFailed.ts"
import { allJobs } from "./organizationFile.ts"

/**
 * Freezes the organization, and deletes the files of its exports, unless they are those of another server where it is, and every
 * row of it; begun again it goes on where it was.
 */
export const deleteOrganizationWhole = Effect.fn("deleteOrganizationWhole")(function* (
  organization: string,
  keepsFiles: boolean,
) {
  const storage = yield* ObjectStorage
  yield* freezeOrganization(organization, "delete", yield* currentInstant)
  let files = 0
  const jobs = keepsFiles ? Stream.empty : allJobs(organization)
  yield* jobs.pipe(
    Stream.flatMap(({ job_id }) => storage.list(`exports/${job_id}/`)),
    Stream.runForEach(({ key }) => {
      files++
      return storage.delete(key)
    }),
  )
  const { deleted, left, tables } = yield* deleteOrganization(organization)
  if (left.length > 0)
    return yield* new CommandFailed({
      message: `Rows of ${organization} came while it was deleted (${left.map(({ table, rows }) => `${rows} of ${table}`).join(", ")}): run it again`,
    })
  return { organization, deleted, files, counted_tables: tables.length }
})

import { ObjectStorage } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { deleteOrganization, freezeOrganization } from "@hangtag/postgres/organizations"
import { Effect, Stream } from "effect"
import { CommandFailed } from "../output/CommandFailed.ts"
import { storedFiles } from "./organizationFile.ts"

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
  let [files, missing] = [0, 0]
  yield* Stream.runForEach(keepsFiles ? Stream.empty : storedFiles(organization), ({ keys, isMissing }) => {
    files += keys.length
    if (isMissing) missing++
    return Effect.forEach(keys, (key) => storage.delete(key), { discard: true })
  })
  const { deleted, left, tables } = yield* deleteOrganization(organization)
  if (left.length > 0)
    return yield* new CommandFailed({
      message: `Rows of ${organization} came while it was deleted (${left.map(({ table, rows }) => `${rows} of ${table}`).join(", ")}): run it again`,
    })
  return { organization, deleted, files, missing_files: missing, counted_tables: tables.length }
})

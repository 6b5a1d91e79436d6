import { ObjectStorage } from "@hangtag/core"
import { ImportRefused, importOrganization } from "@hangtag/postgres/organizations"
import { Effect, Stream } from "effect"
import { CommandFailed } from "../output/CommandFailed.ts"
import { checkOrganizationFile, filesOfFile, rowsOfFile } from "./readOrganizationFile.ts"

/** What a sentence is known for, no such file say, or what is wrong with the file. */
export const unread = (cause: unknown): ImportRefused | CommandFailed | NodeJS.ErrnoException =>
  cause instanceof ImportRefused || (cause as NodeJS.ErrnoException).syscall !== undefined
    ? (cause as ImportRefused | NodeJS.ErrnoException)
    : new CommandFailed({ message: `The file cannot be read: ${String(cause)}` })

/** Takes an organization's file into the installation, once all of it was found to be as it was written. */
export const importOrganizationFile = Effect.fn("importOrganizationFile")(function* (path: string) {
  const storage = yield* ObjectStorage
  const { header, files } = yield* Effect.tryPromise({
    try: () => checkOrganizationFile(path),
    catch: unread,
  })
  const rows = yield* importOrganization(
    header,
    Stream.fromAsyncIterable(rowsOfFile(path), unread).pipe(
      // before a row says that they are there; an import that is refused puts none
      Stream.onStart(
        Stream.runForEach(Stream.fromAsyncIterable(filesOfFile(path), unread), (file) =>
          storage.put(file.key, Stream.fromAsyncIterable(file.content, unread), {
            content_type: file.content_type,
          }),
        ),
      ),
    ),
  )
  return { organization: header.organization, rows, files }
})

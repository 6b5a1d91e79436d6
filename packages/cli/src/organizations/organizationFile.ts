import { createHash } from "node:crypto"
import { ObjectStorage } from "@hangtag/core"
import { type JobFiles, jobFiles, organizationRows, rowsToCome } from "@hangtag/postgres/organizations"
import { Effect, Option, Stream } from "effect"

/** What the first line of an organization's file names itself. */
export const formatName = "hangtag organization"

/** Of this form of lines; a reader refuses any other. */
export const formatVersion = 1

const atATime = 500

/** An organization's jobs, all of them. */
export const allJobs = (organization: string) =>
  Stream.paginate(null as string | null, (after) =>
    Effect.map(jobFiles(organization, after, atATime), (jobs) => [
      jobs,
      jobs.length < atATime ? Option.none<string>() : Option.some(jobs.at(-1)!.job_id),
    ]),
  )

/** Of each of an organization's jobs what storage has, and whether the file that it names is not among that. */
export const storedFiles = (organization: string) =>
  Stream.mapEffect(allJobs(organization), ({ job_id, file }) =>
    Effect.gen(function* () {
      const storage = yield* ObjectStorage
      const listed = yield* Stream.runCollect(storage.list(`exports/${job_id}/`))
      const keys = listed.map(({ key }) => key)
      return { keys, isMissing: file !== null && !keys.includes(file.storage_key) }
    }),
  )

/** A file of a job: a line with its size, then those of its content; none where storage has it no more. */
const linesOfFile = (
  { storage_key: file, content_type }: NonNullable<JobFiles["file"]>,
  onMissing: () => void,
) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const storage = yield* ObjectStorage
      const found = yield* storage.get(file)
      if (Option.isNone(found)) {
        onMissing()
        return Stream.empty
      }
      const { content, size } = found.value
      const pieces = Stream.map(content, (bytes) => ({
        file,
        content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"),
      }))
      return Stream.concat(Stream.succeed({ file, size, content_type }), pieces).pipe(
        Stream.map((line) => `${JSON.stringify(line)}\n`),
      )
    }),
  )

/**
 * Everything of an organization as lines of JSON: a header with the columns of its tables, the files of its exports, its rows
 * of one moment, and an end with how many came of each and the hash of all before it. Texts may be of several lines. `onMissing` is
 * called for each file that storage does not have.
 */
export const organizationFile = (organization: string, onMissing: () => void) =>
  Stream.suspend(() => {
    const hash = createHash("sha256")
    const rows: Record<string, number> = {}
    let files = 0
    const header = Stream.fromEffect(
      Effect.map(
        rowsToCome(organization),
        (coming) => `${JSON.stringify({ format: formatName, format_version: formatVersion, ...coming })}\n`,
      ),
    )
    const contents = allJobs(organization).pipe(
      Stream.flatMap(({ file }) => (file === null ? Stream.empty : linesOfFile(file, onMissing))),
      Stream.tap((line) =>
        Effect.sync(() => {
          if (line.includes('"size":')) files++
        }),
      ),
    )
    const tables = Stream.map(organizationRows(organization), ({ table: { name }, rows: some }) => {
      rows[name] = (rows[name] ?? 0) + some.length
      return some.map((row) => `{"table":"${name}","row":${row}}\n`).join("")
    })
    const end = Stream.sync(() => `${JSON.stringify({ end: { rows, files, sha256: hash.digest("hex") } })}\n`)
    return Stream.concat(header, contents).pipe(
      Stream.concat(tables),
      Stream.tap((text) => Effect.sync(() => hash.update(text))),
      Stream.concat(end),
    )
  })

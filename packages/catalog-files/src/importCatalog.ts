import { type InvalidField, InvalidRequest, isTimeZone, parseEffectiveFrom } from "@hangtag/core"
import { Effect, Stream } from "effect"
import { catalogSink } from "./catalogSink.ts"
import { type CatalogFile, type ImportItem, type ImportPass, importPasses } from "./ImportItem.ts"
import type { ImportProgress } from "./ImportSummary.ts"
import { ImportTally } from "./ImportTally.ts"
import { fileFailure, openCatalogFile } from "./openCatalogFile.ts"

export interface ImportOptions {
  /** IANA zone of brands that come without one and do not exist yet; `UTC`. */
  readonly timeZone?: string | undefined
  /**
   * Since when the prices of Shopify files hold; `1970-01-01`, which is the same at every import.
   *
   * Give the day of a price change: of equal days the price that was imported last holds, and one that goes back
   * to an amount it had from that day on counts as there already.
   */
  readonly effectiveFrom?: string | undefined
  /** How many problems the summary lists; 20. All are counted. */
  readonly maxProblems?: number | undefined
  /** Told after every block of 64 to 256 KiB that was read, and at the end. */
  readonly onProgress?: ((progress: ImportProgress) => Effect.Effect<void>) | undefined
}

const checked = ({ timeZone = "UTC", effectiveFrom = "1970-01-01" }: ImportOptions) => {
  const fields: Array<InvalidField> = []
  if (!isTimeZone(timeZone)) {
    const msg = "use an IANA time zone such as America/New_York"
    fields.push({ loc: ["time_zone"], type: "value_error", msg, input: timeZone })
  }
  if (parseEffectiveFrom(effectiveFrom) === undefined) {
    const msg = "use an ISO 8601 date or date-time such as 2026-12-01"
    fields.push({ loc: ["effective_from"], type: "datetime_from_date_parsing", msg, input: effectiveFrom })
  }
  return fields.length > 0
    ? Effect.fail(new InvalidRequest({ fields }))
    : Effect.succeed({ timeZone, effectiveFrom })
}

/**
 * Loads catalog NDJSON and Shopify product files (csv, xlsx) into an organization.
 *
 * Lines may stand in any order and refer to other files of the call: every file is read three times (brands and
 * batches, products, prices), and memory does not grow with its length. A bad line is left out and told by
 * number; the others are kept. Importing the same again changes nothing. When it fails midway, import again.
 *
 * Fails with `FileNotImportable` before anything is written when a file cannot be read at all.
 */
export const importCatalog = Effect.fn("importCatalog")(function* (
  paths: ReadonlyArray<string>,
  organization: string,
  options: ImportOptions = {},
) {
  const { timeZone, effectiveFrom } = yield* checked(options)
  const files = yield* Effect.forEach(paths, (path) => openCatalogFile(path, effectiveFrom))
  const tally = new ImportTally(paths, options.maxProblems ?? 20)
  const sink = yield* catalogSink(organization, timeZone, tally)
  const passBytes = files.reduce((sum, file) => sum + file.size, 0)
  const totalBytes = passBytes * importPasses.length
  const progress = (doneBytes: number) =>
    options.onProgress?.({ doneBytes, totalBytes, entries: tally.written, rejected: tally.rejected }) ??
    Effect.void

  const take = Effect.fnUntraced(function* (file: number, items: ReadonlyArray<ImportItem>) {
    for (const item of items) {
      const place = { file, line: item.line }
      if ("fault" in item) tally.reject(item.kind, place, item.fault)
      else {
        const { kind } = item.entry
        if (item.ignored !== undefined) tally.ignore(kind, item.ignored)
        if (sink.add(item.entry, place, item.ifAbsent)) yield* sink.write(kind)
      }
    }
  })

  let done = 0
  const readFile = (file: CatalogFile, index: number, pass: ImportPass) =>
    Stream.fromAsyncIterable(file.read(pass), fileFailure(file.name)).pipe(
      // the next blocks are read and decoded while these are written
      Stream.buffer({ capacity: 4 }),
      Stream.runForEach(
        Effect.fnUntraced(function* ({ items, bytes }) {
          yield* take(index, items)
          done += bytes
          yield* progress(done)
        }),
      ),
    )
  for (const [passed, pass] of importPasses.entries()) {
    for (const [index, file] of files.entries()) yield* readFile(file, index, pass)
    yield* sink.flush
    done = passBytes * (passed + 1)
    yield* progress(done)
  }
  return tally.summary
})

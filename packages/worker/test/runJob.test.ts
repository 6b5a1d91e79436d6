import { createHash } from "node:crypto"
import { gunzipSync } from "node:zlib"
import { assert, describe, it } from "@effect/vitest"
import { CatalogWriter, instantFromMicros, JobRepository, ObjectStorage } from "@hangtag/core"
import { preflightExport } from "@hangtag/core/effect"
import { memoryPorts } from "@hangtag/testkit"
import { runJob } from "@hangtag/worker"
import { parse } from "csv-parse/sync"
import { Effect, Option, Stream } from "effect"
import { TestClock } from "effect/testing"
import { readWorkbook } from "./files/readWorkbook.ts"
import {
  begin,
  csvRequest,
  expire,
  inMemory,
  jobOf,
  options,
  principal,
  queued,
  seed,
  storedFile,
  storedKeys,
} from "./world.ts"

describe("a run of an export", () => {
  inMemory("completes the job with a csv file of every row, its size and its hash", function* () {
    const message = yield* queued()
    yield* runJob(message, options)
    const job = yield* jobOf(message)
    assert.deepInclude(job, {
      status: "completed",
      processed: 3,
      attempt: 1,
      error: null,
      message: "Wrote 6 rows of 3 product versions.",
    })
    const file = job.file!
    assert.strictEqual(file.file_name, `export-1970-01-01-${message.job_id.slice(0, 8)}.csv`)
    assert.strictEqual(file.content_type, "text/csv; charset=utf-8")
    const bytes = yield* storedFile(file.storage_key)
    assert.strictEqual(file.size, bytes.length)
    assert.strictEqual(file.sha256, createHash("sha256").update(bytes).digest("hex"))
    assert.deepStrictEqual(parse(bytes, { bom: true }).slice(0, 4), [
      ["Variant", "Name", "MAP", "From", "Material"],
      ["P1-A", 'Boot "P1"', "149.90", "1969-12-01", "lthr"],
      ["P1-B", 'Boot "P1"', "", "", "lthr"],
      ["P2-A", 'Boot "P2"', "149.90", "1969-12-01", "lthr"],
    ])
  })

  inMemory("completes the job with an xlsx file of every row", function* () {
    const message = yield* queued({ export_format: "xlsx" })
    yield* runJob(message, options)
    const file = (yield* jobOf(message)).file!
    assert.match(file.file_name, /\.xlsx$/)
    const bytes = yield* storedFile(file.storage_key)
    const sheets = yield* Effect.promise(() => readWorkbook(bytes))
    const rows = Object.values(sheets)[0]!
    assert.strictEqual(rows.length, 7)
    assert.deepStrictEqual(
      rows.map((row) => row[0]),
      ["Variant", "P1-A", "P1-B", "P2-A", "P2-B", "P3-A", "P3-B"],
    )
    assert.strictEqual(rows[1]![2], 149.9)
  })

  inMemory("writes one row per property in attribute_rows", function* () {
    const message = yield* queued({ export_mode: "attribute_rows", column_mappings: null }, 1)
    yield* runJob(message, options)
    const file = (yield* jobOf(message)).file!
    assert.deepStrictEqual(parse(yield* storedFile(file.storage_key), { bom: true })[1], [
      "P1",
      "",
      "material",
      "material",
      "lthr",
      "Leather",
    ])
  })

  inMemory("writes the prices that a list shows as rows, and says which type none has", function* () {
    const column_mappings = ["MAP", "MPA"].map((sub_field) => ({
      column_name: sub_field,
      source_field: "price",
      sub_field,
      price_list: "base",
      use_label: false,
    }))
    const message = yield* queued({ export_mode: "attribute_rows", column_mappings }, 1)
    yield* runJob(message, options)
    const job = yield* jobOf(message)
    const rows = parse(yield* storedFile(job.file!.storage_key), { bom: true })
    assert.strictEqual(rows[0]!.at(-1), "price_list")
    assert.deepStrictEqual(
      rows.filter(([, , key]) => key === "price.MAP"),
      [["P1", "P1-A", "price.MAP", "MAP", "149.90", "149.90", "base"]],
    )
    assert.include(job.message, 'No row has a price in force of type "MPA".')
  })

  inMemory("counts the product keys that gave nothing, with the reason", function* () {
    const message = yield* queued({
      product_keys: ["P1", "P2", "nope", "nada", "P1"],
      filter_by_label: true,
      label_keys: ["fall"],
    })
    yield* runJob(message, options)
    assert.strictEqual(
      (yield* jobOf(message)).message,
      "Wrote 2 rows of 1 product version. Skipped 3 product keys: 2 unknown (nada, nope), 1 filtered out.",
    )
  })

  it.effect.each([
    [csvRequest, "Wrote 2 rows of 3 product versions. 2 product versions gave no row, having no variants."],
    [
      { ...csvRequest, export_mode: "attribute_rows", column_mappings: null },
      "Wrote 1 row of 3 product versions. 2 product versions gave no row, having no attributes.",
    ],
  ] as const)(
    "counts the product versions that gave no row, with the reason: $export_mode",
    ([request, expected]) =>
      Effect.gen(function* () {
        yield* seed(1)
        const bare = {
          brand_key: "B1",
          version: 1,
          name: "Boot",
          source: "scraper",
          labels: [],
          attributes: {},
        }
        yield* (yield* CatalogWriter).saveProducts(
          "O1",
          ["P2", "P3"].map((product_key) => ({ ...bare, product_key, variants: [] })),
          instantFromMicros(0),
        )
        const message = yield* queued(request, 1)
        yield* runJob(message, options)
        assert.strictEqual((yield* jobOf(message)).message, expected)
      }).pipe(Effect.provide(memoryPorts)),
  )

  it.effect.each([
    { export_format: "csv" },
    { export_format: "xlsx" },
    { export_format: "csv", file_options: { gzip: true } },
  ] as const)("writes about as much as the preflight says: %o", (format) =>
    Effect.gen(function* () {
      const message = yield* queued(format, 600)
      const { rows, estimated_size } = yield* preflightExport(principal, { ...csvRequest, ...format })
      yield* runJob(message, options)
      const { file, message: done } = yield* jobOf(message)
      assert.include(done, `Wrote ${rows} rows`)
      assert.isBelow(Math.abs(Math.log2(estimated_size / file!.size)), 1)
    }).pipe(Effect.provide(memoryPorts)),
  )

  inMemory("tells of price types that no row has, and of mappings that the mode ignores", function* () {
    const [map] = csvRequest.column_mappings!.filter(({ sub_field }) => sub_field === "MAP")
    const types = ["MAP", "map", "MSRP", "MSRP"].map((sub_field) => ({ ...map!, sub_field }))
    const message = yield* queued({ column_mappings: types }, 1)
    yield* runJob(message, options)
    assert.strictEqual(
      (yield* jobOf(message)).message,
      'Wrote 2 rows of 1 product version. No row has a price in force of type "map", "MSRP".',
    )
    const rows = yield* queued({ export_mode: "attribute_rows" }, 1)
    yield* runJob(rows, options)
    assert.strictEqual(
      (yield* jobOf(rows)).message,
      "Wrote 1 row of 1 product version. Ignored 5 column mappings: attribute_rows has columns of its own.",
    )
  })

  inMemory("tells of texts that a sheet had to cut", function* () {
    const message = yield* queued({ export_format: "xlsx" }, 1)
    const writer = yield* CatalogWriter
    yield* writer.saveProducts(
      "O1",
      [
        {
          product_key: "P1",
          brand_key: "B1",
          version: 2,
          name: "x".repeat(40_000),
          source: "scraper",
          labels: [],
          attributes: {},
          variants: [],
        },
      ],
      instantFromMicros(0),
    )
    yield* runJob(message, options)
    const { message: text } = yield* jobOf(message)
    assert.include(text, "The catalog has changed since 1 were counted.")
    assert.include(text, "Cut 2 texts at the 32767 characters that a cell holds.")
  })

  inMemory("writes the same bytes for the same input", function* () {
    const hashes = []
    for (const format of ["csv", "csv", "xlsx", "xlsx"] as const) {
      const message = yield* queued({ export_format: format })
      yield* runJob(message, options)
      hashes.push((yield* jobOf(message)).file!.sha256)
    }
    assert.strictEqual(hashes[0], hashes[1])
    assert.strictEqual(hashes[2], hashes[3])
  })

  inMemory("writes the file as its options say, under the name asked for", function* () {
    const file_options = {
      csv_delimiter: ";",
      csv_decimal: ",",
      csv_bom: false,
      csv_formula_guard: false,
      gzip: true,
      file_name: "Preise Größe",
    } as const
    const message = yield* queued({ file_options }, 1)
    yield* runJob(message, options)
    const file = (yield* jobOf(message)).file!
    assert.deepInclude(file, { file_name: "Preise Größe.csv.gz", content_type: "application/gzip" })
    assert.match(file.storage_key, /\/export-1970-01-01-[^/]+\.csv\.gz$/)
    const text = gunzipSync(yield* storedFile(file.storage_key)).toString("utf8")
    assert.strictEqual(
      text,
      'Variant;Name;MAP;From;Material\r\nP1-A;"Boot ""P1""";149,90;1969-12-01;lthr\r\nP1-B;"Boot ""P1""";;;lthr\r\n',
    )
  })

  inMemory("tells of the export in its last sheet, the same whichever attempt writes it", function* () {
    const message = yield* queued({
      export_format: "xlsx",
      product_keys: ["P1", "P2", "nope"],
      filter_by_label: true,
      label_keys: ["fall", "sale"],
      file_options: { about_sheet: true },
    })
    yield* begin(message)
    yield* TestClock.adjust("1 hour")
    yield* runJob(message, options)
    const job = yield* jobOf(message)
    const { About } = yield* Effect.flatMap(storedFile(job.file!.storage_key), (bytes) =>
      Effect.promise(() => readWorkbook(bytes)),
    )
    assert.strictEqual(job.attempt, 2)
    assert.deepStrictEqual(About, [
      ["Asked for at", "1970-01-01T00:00:00.000Z"],
      ["Prices in force at", "1970-01-01T00:00:00.000Z"],
      ["Date-times", "As clocks in the time zone of each product's brand show them"],
      ["Products", "P1, P2, nope"],
      ["Versions", "All"],
      ["Labels", "At least one of: fall, sale"],
      ["Sources", "Any"],
      ["Product versions", "1"],
      ["Unknown product keys", "1: nope"],
      ["Products filtered out", "1"],
      ["Rows", 2],
      ["Sheets of rows", 1],
      ["Texts cut at 32,767 characters", 0],
      ["Numbers kept as text", 0],
      ["Dates kept as text", 0],
    ])
  })

  inMemory("does nothing for a job that was cancelled while it was queued, or has ended", function* () {
    const cancelled = yield* queued()
    yield* (yield* JobRepository).cancel(cancelled.organization, cancelled.job_id, instantFromMicros(0))
    assert.deepStrictEqual(yield* runJob(cancelled, options), Option.none())
    assert.deepInclude(yield* jobOf(cancelled), { status: "cancelled", attempt: 0 })
    assert.deepStrictEqual(yield* storedKeys, [])
    const message = yield* queued()
    assert.deepStrictEqual(yield* runJob(message, options), Option.some("completed"))
    const job = yield* jobOf(message)
    assert.deepStrictEqual(yield* runJob(message, options), Option.none())
    assert.deepStrictEqual(yield* jobOf(message), job)
    assert.deepStrictEqual(yield* storedKeys, [job.file!.storage_key])
  })

  inMemory("clears away what dead runs of the job left in storage", function* () {
    const message = yield* queued()
    const storage = yield* ObjectStorage
    yield* begin(message)
    yield* expire(message)
    const left = `exports/${message.job_id}/dead-run/export.csv`
    yield* storage.put(left, Stream.make(new Uint8Array(1)), { content_type: "text/csv" })
    yield* runJob(message, options)
    assert.deepStrictEqual(yield* storedKeys, [(yield* jobOf(message)).file!.storage_key])
  })
})

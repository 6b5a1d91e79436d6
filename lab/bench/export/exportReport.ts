import { median, megabytes, short, times } from "../support/figures.ts"
import { report, type Verdict } from "../support/report.ts"
import { table } from "../support/table.ts"

interface Run {
  readonly milliseconds: number
  /** Peak of the process that exports, in bytes. */
  readonly memory: number
  readonly file: { readonly size: number }
}

interface Runs {
  readonly size: number
  readonly format: "csv" | "xlsx"
  readonly runs: ReadonlyArray<Run>
}

const peers = ["exceljs", "copy"] as const
type Peer = (typeof peers)[number]

export interface ExportFigures {
  readonly grown: ReadonlyArray<Runs>
  readonly s3: ReadonlyArray<Runs>
  /** Milliseconds of whatever took turns with the export. */
  readonly times: Readonly<Record<string, ReadonlyArray<number>>>
  /** Peak of a writer's process, in bytes. */
  readonly memories: Readonly<Record<string, number>>
  /** The xlsx export at level 6. */
  readonly level6: ReadonlyArray<Run>
  readonly healthz:
    | {
        readonly asked: number
        readonly median: number
        readonly p99: number
        readonly slowest: number
        readonly milliseconds: number
      }
    | undefined
  readonly sheets:
    | {
        readonly rows: number
        readonly milliseconds: number
        readonly memory: number
        readonly sheets: Readonly<
          Record<string, readonly [rows: number, header: ReadonlyArray<string>, read: number]>
        >
      }
    | undefined
}

const timeOf = ({ runs }: Pick<Runs, "runs">) => median(runs.map((run) => run.milliseconds))
const memoryOf = ({ runs }: Runs) => Math.max(...runs.map((run) => run.memory))

const rowsOf = (where: string, all: ReadonlyArray<Runs>) =>
  all.map((each) => [
    `${each.format} to ${where}`,
    short(each.size),
    short(timeOf(each)),
    short((each.size / timeOf(each)) * 1000),
    megabytes(each.runs[0]!.file.size),
    megabytes(memoryOf(each)),
  ])

const atMost = (goal: string, ratio: number, limit: number): Verdict => ({
  goal,
  result: times(ratio),
  met: ratio <= limit,
})

/** Writes what an export cost into the results. */
export const exportReport = (figures: ExportFigures): void => {
  const { grown, s3, times: all, memories, level6, healthz, sheets } = figures
  const largest = grown.at(-1)!.size
  const of = (format: string, size: number) =>
    grown.find((each) => each.format === format && each.size === size)!
  const [csv, xlsx] = [of("csv", largest), of("xlsx", largest)]
  const before = grown.at(-3)?.size
  const peak = Math.max(...[...grown, ...s3].map(memoryOf))
  const took = (peer: Peer) => median(all[peer] ?? [])
  const has = (peer: Peer) => all[peer] !== undefined
  const verdicts: Array<Verdict> = [
    ...(has("exceljs")
      ? [
          {
            goal: `${short(largest)} rows as xlsx ≤ 0.28× exceljs's streaming writer, also at level 6`,
            result: `${times(timeOf(xlsx) / took("exceljs"))}, ${times(timeOf({ runs: level6 }) / took("exceljs"))}`,
            met: Math.max(timeOf(xlsx), timeOf({ runs: level6 })) / took("exceljs") <= 0.28,
          },
          atMost("as csv ≤ 0.85× `psql \\copy`", timeOf(csv) / took("copy"), 0.85),
        ]
      : []),
    { goal: "peak memory under 300 MB", result: megabytes(peak), met: peak < 300 * 1024 ** 2 },
    ...(before === undefined
      ? []
      : [
          atMost(
            `peak memory ≤ 1.3× that of ${short(before)} rows`,
            Math.max(
              memoryOf(csv) / memoryOf(of("csv", before)),
              memoryOf(xlsx) / memoryOf(of("xlsx", before)),
            ),
            1.3,
          ),
        ]),
    ...(healthz === undefined
      ? []
      : [
          {
            goal: "p99 of `/healthz` under 30 ms meanwhile",
            result: `${short(healthz.p99)} ms`,
            met: healthz.p99 < 30,
          },
        ]),
    ...(sheets === undefined
      ? []
      : [
          {
            goal: `${short(sheets.rows)} rows open in openpyxl`,
            result: `${Object.keys(sheets.sheets).length} sheets`,
            met:
              Object.values(sheets.sheets).reduce((sum, [rows]) => sum + rows - 1, 0) === sheets.rows &&
              Object.keys(sheets.sheets).length >= 3,
          },
        ]),
  ]
  const paragraphs = [
    `Milliseconds from asking for an export to its end, by a worker process of its own each time that was idle before: 12
columns, one of them an option's label, three of the prices in force; four prices a variant, three versions a product.
Peak memory is the process's, of which some 120 MB are there before the first row. The same export twice gave the same
bytes, in the folder and in S3 (a server that takes everything and keeps nothing), and \`\\copy\` the same rows.`,
    table(
      ["", "rows", "ms", "rows a second", "file", "peak memory"],
      [...rowsOf("a folder", grown), ...rowsOf("S3", s3)],
    ),
    ...(has("exceljs")
      ? [
          `The peers on ${short(largest)} rows, in turns with ours. exceljs gets the same rows out of memory, without a
database, and deflates at level 1, ours at 5; at level 6 (\`XLSX_COMPRESSION\`) an export takes ${short(timeOf({ runs: level6 }))} ms. \`psql \\copy\`
runs the same query.`,
          table(
            ["", "ms", "xlsx export over it", "csv export over it", "peak memory"],
            peers
              .filter(has)
              .map((peer) => [
                peer === "copy" ? "`psql \\copy`" : peer,
                short(took(peer)),
                peer === "copy" ? "" : times(timeOf(xlsx) / took(peer)),
                peer === "copy" ? times(timeOf(csv) / took(peer)) : "",
                memories[peer] === undefined ? "" : megabytes(memories[peer]),
              ]),
          ),
        ]
      : []),
    `Seconds of processors, in an hour when a csv export (1,000,000 rows) took 7.4 s and an xlsx export 10.0. For csv one session of Postgres
works 5.7, and the process that decodes rows and writes them beside it 5.9, its own thread 5.0 of them: both are about as fast, and the two processors
idle for a fifth, when one waits for the other. Without that wait it would take 6 s: that is the limit. \`\\copy\` is one session too,
with two workers that read products for it. For xlsx 17 of the 20 s that two processors have are used: Postgres 6.1, the thread that decodes
rows and makes cells 5.1, the encoding thread 2.7, deflate at level 5 2.4, V8's own threads 0.8; so less than 8.5 s, a quarter of exceljs'
time, would take less work. Of the thread that decodes a quarter collects garbage. Of Postgres' time a fifth reads the products and
how many variants each has; of the rest, 1.1 ms for 250 variants, a quarter reads these, a third the prices, and what is left puts
both into one row and sends it. That took a quarter more when each row said how many prices had been read, and rows came sorted;
to count products by looking up the version of each took 0.3 s, for who asks and again by the worker. The process took twice as long
while rows that had been written were kept alive by what was dead already, up to the next full collection: by streams that were made for
each part, and by the session, which holds what it answered until nothing more is under way. Of the peak of an xlsx
export, 292 to 328 MB, 120 are there before the first row, and another 80 a csv export takes too; the last hundred are the encoding
thread, a heap of its own, and the pieces that wait for deflate. What keeps it above 300 is V8's room: 32 MB for what is young and 16 in that
thread, and two fifths more of what is old before it is tidied; with less, exports take longer (\`limitHeapGrowth.ts\`).`,
    ...(healthz === undefined
      ? []
      : [
          `While a process with HTTP and worker in one wrote the xlsx of ${short(largest)} rows (${short(healthz.milliseconds)} ms), \`/healthz\`
was asked ${short(healthz.asked)} times: median ${short(healthz.median)} ms, p99 ${short(healthz.p99)} ms, slowest ${short(healthz.slowest)} ms. What it waits for is a processor:
its thread was ready to run, and was not run, for 6 s of 15 in a slower hour, as Postgres, four threads of deflate and the encoding thread share two.
Parts of 250 variants instead of 500, a turn for each, and an encoding thread of lower priority made 18 to 22 ms of 47 to 53;
fewer pieces to deflate at once changed nothing.`,
        ]),
    ...(sheets === undefined
      ? []
      : [
          `${short(sheets.rows)} rows, every version of every product, took ${short(sheets.milliseconds)} ms and ${megabytes(sheets.memory)}; openpyxl
opens the file, read-only, with ${Object.entries(sheets.sheets)
            .map(([name, [rows]]) => `${short(rows)} rows in \`${name}\``)
            .join(", ")}, headers among them.`,
        ]),
    `\`BENCH_ROWS\` sets the sizes (multiples of eight, the largest last), \`BENCH_ROUNDS\` the rounds, and \`BENCH_PARTS\`
what is run besides: \`peers,s3,healthz\`, and \`sheets\`, which takes minutes more. What the goals need takes
three minutes (\`BENCH_ROWS=100000,1000000 BENCH_ROUNDS=1 BENCH_PARTS=peers,healthz\`). \`psql\` has to be there, for the sheets openpyxl too.`,
  ]
  report({ name: "export", verdicts, body: paragraphs.join("\n\n") })
}

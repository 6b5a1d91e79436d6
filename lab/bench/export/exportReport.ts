import { median, megabytes, short, times } from "../support/figures.ts"
import { report, type Verdict } from "../support/report.ts"
import { table } from "../support/table.ts"
import { latency, type ReaderTimes } from "./readersCompared.ts"

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

const peers = [
  "exceljs",
  "exceljs on a cursor",
  "our writer alone",
  "deflate",
  "deflate at level 1",
  "copy",
] as const
type Peer = (typeof peers)[number]

export interface ExportFigures {
  readonly grown: ReadonlyArray<Runs>
  readonly s3: ReadonlyArray<Runs>
  /** Milliseconds of whatever took turns with the export. */
  readonly times: Readonly<Record<string, ReadonlyArray<number>>>
  /** Peak of a writer's process, in bytes. */
  readonly memories: Readonly<Record<string, number>>
  /** The xlsx export at other levels than its own. */
  readonly levels: Readonly<Record<"1" | "6", ReadonlyArray<Run>>>
  readonly readers: ReadonlyArray<ReaderTimes> | undefined
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
  const { grown, s3, times: all, memories, levels, readers, healthz, sheets } = figures
  const largest = grown.at(-1)!.size
  const of = (format: string, size: number) =>
    grown.find((each) => each.format === format && each.size === size)!
  const [csv, xlsx] = [of("csv", largest), of("xlsx", largest)]
  const before = grown.at(-3)?.size
  const peak = Math.max(...[...grown, ...s3].map(memoryOf))
  const took = (peer: Peer) => median(all[peer] ?? [])
  const has = (peer: Peer) => all[peer] !== undefined
  const ratio = (of: Peer, to: Peer) => times(took(of) / took(to))
  const ofReaders = (each: ReaderTimes) => ({
    near: median(each.near.four) / median(each.near.one),
    afar: median(each.afar.one) / median(each.afar.four),
  })
  const at = (level: keyof typeof levels) => ({
    time: timeOf({ runs: levels[level] }),
    size: levels[level][0]!.file.size,
  })
  const verdicts: Array<Verdict> = [
    ...(has("exceljs")
      ? [
          {
            goal: `${short(largest)} rows as xlsx ≤ 0.28× exceljs's streaming writer, also at level 6`,
            result: `${times(timeOf(xlsx) / took("exceljs"))}, ${times(at("6").time / took("exceljs"))}`,
            met: Math.max(timeOf(xlsx), at("6").time) / took("exceljs") <= 0.28,
          },
          atMost("as csv ≤ 0.85× `psql \\copy`", timeOf(csv) / took("copy"), 0.85),
          atMost("xlsx at level 6 ≤ 3× deflating its sheets at it", at("6").time / took("deflate"), 3),
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
    ...(readers === undefined
      ? []
      : [
          {
            goal: "four readers on this machine ≤ 1× the time of one",
            result: readers.map((each) => `${each.format} ${times(ofReaders(each).near)}`).join(", "),
            met: readers.every((each) => ofReaders(each).near <= 1),
          },
          {
            goal: `four readers of a server ${latency} ms away ≥ 2.5× as fast as one`,
            result: readers.map((each) => `${each.format} ${times(ofReaders(each).afar)}`).join(", "),
            met: readers.every((each) => ofReaders(each).afar >= 2.5),
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
          `The peers on ${short(largest)} rows, in turns with ours. The writers get the same rows out of memory, without a
database; one of them what a cursor of the \`postgres\` client reads. exceljs deflates at level 1, ours at 5. \`psql \\copy\`
runs the same query, deflate takes the sheets' XML out of memory, at 6 unless said.`,
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
both into one row and sends it. That took a quarter more when each row told how many prices had been read, and rows came sorted;
to count products by looking up the version of each took 0.3 s, for who asks and again by the worker. The process took twice as long
while rows that had been written were kept alive by what was dead already, up to the next full collection: by streams that were made for
each part, and by the session, which holds what it answered until nothing more is under way. Of the peak of an xlsx
export, 292 to 328 MB, 120 are there before the first row, and another 80 a csv export takes too; the last hundred are the encoding
thread, a heap of its own, and the pieces that wait for deflate. What keeps it above 300 is V8's room: 32 MB for what is young and 16 in that
thread, and two fifths more of what is old before it is tidied; with less, exports take longer (\`limitHeapGrowth.ts\`).`,
    ...(has("deflate at level 1")
      ? [
          `At level 6 (\`XLSX_COMPRESSION\`) it takes ${short(at("6").time)} ms for a file of ${megabytes(at("6").size)},
${times(at("6").time / took("exceljs"))} of exceljs and ${times(at("6").time / took("deflate"))} of deflate. At level 1, as exceljs, it takes ${short(at("1").time)} ms for ${megabytes(at("1").size)}:
${times(at("1").time / took("exceljs"))} of exceljs and ${times(at("1").time / took("deflate at level 1"))} of deflate at that level, whose time no export that reads a database comes near:
\`\\copy\` alone takes ${ratio("copy", "deflate at level 1")} of it. Our writer alone takes ${ratio("our writer alone", "deflate")} of deflate and
${ratio("our writer alone", "exceljs")} of exceljs.`,
        ]
      : []),
    ...(readers === undefined
      ? []
      : [
          `Several readers of one moment (\`EXPORT_READERS\`) give the same file, byte for byte; ms for ${short(largest)} rows, of a server on
this machine, and of one whose every answer comes ${latency} ms later:`,
          table(
            ["", "one reader", "four", "ratio", `one, ${latency} ms away`, "four", "ratio"],
            readers.map((each) => [
              each.format,
              ...(["near", "afar"] as const).flatMap((where) => [
                short(median(each[where].one)),
                short(median(each[where].four)),
                times(median(each[where].four) / median(each[where].one)),
              ]),
            ]),
          ),
          `One reader waits for the way: 4,000 parts of 250 variants, four asked for at a time, are 20 s of it alone. Four readers
wait for 5 s of it, and beside it work as long as on this machine, where both processors are full: xlsx has half as much work again as csv.
Near by, one reader and the process keep a processor each busy, so that four cannot be faster, and all takes a sixth more: for csv
Postgres 6.1 s instead of 5.6 and the process 7.4 instead of 6.0, for xlsx 6.6 instead of 5.5 and 14.3 instead of 11.4. Half of it is
garbage, in V8's own threads 2.1 s instead of 1.4; to ask for no more while four parts waited to be written changed nothing.`,
        ]),
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
what is run besides: \`peers,writers,s3,healthz,readers\`, and \`sheets\`, which takes minutes more. What the goals need takes
three minutes (\`BENCH_ROWS=100000,1000000 BENCH_ROUNDS=1 BENCH_PARTS=peers,healthz\`). \`psql\` has to be there, for the sheets openpyxl too.`,
  ]
  report({ name: "export", verdicts, body: paragraphs.join("\n\n") })
}

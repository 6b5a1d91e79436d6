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

export interface ExportFigures {
  readonly grown: ReadonlyArray<Runs>
  readonly s3: ReadonlyArray<Runs>
  readonly peers: Readonly<Record<"exceljs" | "deflate" | "copy", ReadonlyArray<number>>> | undefined
  readonly peerMemory: number
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

const timeOf = ({ runs }: Runs) => median(runs.map((run) => run.milliseconds))
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
export const exportReport = ({ grown, s3, peers, peerMemory, healthz, sheets }: ExportFigures): void => {
  const largest = grown.at(-1)!.size
  const of = (format: string, size: number) =>
    grown.find((each) => each.format === format && each.size === size)!
  const [csv, xlsx] = [of("csv", largest), of("xlsx", largest)]
  const before = grown.at(-3)!.size
  const growth = Math.max(
    memoryOf(csv) / memoryOf(of("csv", before)),
    memoryOf(xlsx) / memoryOf(of("xlsx", before)),
  )
  const peak = Math.max(...[...grown, ...s3].map(memoryOf))
  const verdicts: Array<Verdict> = [
    ...(peers === undefined
      ? []
      : [
          atMost(
            `${short(largest)} rows as xlsx ≤ 0.5× exceljs's streaming writer`,
            timeOf(xlsx) / median(peers.exceljs),
            0.5,
          ),
          atMost("as csv ≤ 2× `psql \\copy`", timeOf(csv) / median(peers.copy), 2),
          atMost("xlsx ≤ 3× deflating its sheets", timeOf(xlsx) / median(peers.deflate), 3),
        ]),
    { goal: "peak memory under 300 MB", result: megabytes(peak), met: peak < 300 * 1024 ** 2 },
    atMost(`peak memory ≤ 1.3× that of ${short(before)} rows`, growth, 1.3),
    ...(healthz === undefined
      ? []
      : [
          {
            goal: "p99 of `/healthz` under 100 ms meanwhile",
            result: `${short(healthz.p99)} ms`,
            met: healthz.p99 < 100,
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
    ...(peers === undefined
      ? []
      : [
          `The peers on ${short(largest)} rows: exceljs takes ${short(median(peers.exceljs))} ms and ${megabytes(peerMemory)} for rows
that it gets out of memory, without a database; \`psql \\copy\` of the same query, with the same prices looked up, ${short(median(peers.copy))} ms;
deflating the XML of the sheets, at the same level and out of memory, ${short(median(peers.deflate))} ms.`,
          `Of the CPU time of an xlsx export two fifths are the database's, three tenths the thread's that decodes rows and makes
cells, two tenths the encoding thread's, a tenth deflate's. So neither exceljs nor deflate, which have no database,
compare on two cores: \`\\copy\` alone takes ${times(median(peers.copy) / median(peers.exceljs))} of exceljs's time and ${times(median(peers.copy) / median(peers.deflate))} of deflate's.`,
        ]),
    ...(healthz === undefined
      ? []
      : [
          `While a process with HTTP and worker in one wrote the xlsx of ${short(largest)} rows (${short(healthz.milliseconds)} ms), \`/healthz\`
was asked ${short(healthz.asked)} times: median ${short(healthz.median)} ms, p99 ${short(healthz.p99)} ms, slowest ${short(healthz.slowest)} ms.`,
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
what is run besides: \`peers,s3,healthz\`, and \`sheets\`, which takes minutes more. \`psql\` has to be there, for the
sheets openpyxl too.`,
  ]
  report({ name: "export", verdicts, body: paragraphs.join("\n\n") })
}

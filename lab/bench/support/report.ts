import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { cpus, loadavg, totalmem } from "node:os"
import { join } from "node:path"
import { alignTables } from "./alignTables.ts"

export interface Verdict {
  readonly goal: string
  readonly result: string
  readonly met: boolean
}

export interface Report {
  /** The benchmark's name, and its heading in `RESULTS.md`. */
  readonly name: string
  readonly verdicts: ReadonlyArray<Verdict>
  /** Markdown: what was compared, the figures, and what they say. */
  readonly body: string
}

const path = join(import.meta.dirname, "../RESULTS.md")
const order = [
  "rules",
  "preview",
  "search",
  "records",
  "timeline",
  "organizations",
  "lists",
  "lists-of-prices",
  "colorways",
  "fill",
  "price-change",
  "export",
  "queue",
  "import",
  "start",
  "validation",
  "workbench",
]
const peers = ["effect", "fastify", "postgres", "pg-boss", "zod", "typebox"]

const versionOf = (name: string): string => {
  const manifest = join(import.meta.dirname, "../node_modules", name, "package.json")
  return `${name} ${createRequire(import.meta.url)(manifest).version}`
}

const introduction = () => `# How Hangtag compares

Each question has a command, \`npx -y pnpm@12 bench NAME\`, which runs Hangtag and its peers on the same data, taking
turns, after their answers were found equal; \`npx -y pnpm@12 bench all\` runs all of them. It writes its rows and its
section here, with \`BENCH_RUNS=3\` those of the middle one of three runs: whose worst figures stand in the middle for most goals, of equals the
first. Figures are medians; ratios are Hangtag over the peer, of the same run, on a machine that did nothing else: what its load average counts
is measured here. Nothing but Node is needed, and \`psql\` where it says so: the Postgres server is the one that the tests use.
A goal that is missed has in its section where the time goes, and what sets the limit.

${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.versions.node}, Postgres 18.4; ${peers.map(versionOf).join(", ")}.`

const rowsOf = ({ name, verdicts }: Report) =>
  verdicts.map(
    ({ goal, result, met }) =>
      `| [\`${name}\`](#${name}) | ${goal} | ${result} | ${met ? "met" : "**missed**"} |`,
  )

const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)

/** Puts a report in place of what `lab/bench/RESULTS.md` says under its name. */
export const writeSection = (result: Report): void => {
  const { name, body } = result
  const text = existsSync(path) ? readFileSync(path, "utf8") : ""
  const sections = new Map(
    text
      .split(/^## /m)
      .slice(1)
      .map((section) => [
        section.slice(0, section.indexOf("\n")),
        section.slice(section.indexOf("\n")).trim(),
      ]),
  )
  sections.set(name, body)
  const rows = text.split("\n").filter((line) => /^\| \[`/.test(line) && !line.startsWith(`| [\`${name}\``))
  const nameOf = (row: string) => /`([^`]+)`/.exec(row)![1]!
  const allRows = [...rows, ...rowsOf(result)].toSorted((a, b) => rank(nameOf(a)) - rank(nameOf(b)))
  const sectionsInOrder = [...sections].toSorted(([a], [b]) => rank(a) - rank(b))
  const markdown = [
    introduction(),
    ["| bench | goal | result | |", "| --- | --- | --- | --- |", ...allRows].join("\n"),
    ...sectionsInOrder.map(([heading, section]) => `## ${heading}\n\n${section}`),
  ]
  writeFileSync(path, alignTables(`${markdown.join("\n\n")}\n`))
}

/** Prints the report and writes its section, or, as one of several runs, keeps it in the file of `BENCH_REPORT`. */
export const report = (result: Report): void => {
  const load = `Load average of the machine at the end: ${loadavg()[1]!.toFixed(1)}.`
  const measured = { ...result, body: `${result.body.trim()}\n\n${load}` }
  console.log(`\n${measured.body}\n\n${rowsOf(result).join("\n")}`)
  if (process.env.BENCH_REPORT === undefined) writeSection(measured)
  else writeFileSync(process.env.BENCH_REPORT, JSON.stringify(measured))
}

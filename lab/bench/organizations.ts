// `POST colorway-prefill` and `GET variants/search` for 1,000 organizations by turns, beside the same for one of them.

import { short, times } from "./support/figures.ts"
import type { LoadFigures } from "./support/load.ts"
import { report } from "./support/report.ts"
import { seedTurns } from "./support/seedTurns.ts"
import { table } from "./support/table.ts"
import { load, middle, withServices } from "./support/withServices.ts"

const count = 1_000
const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const connections = [1, 16, 64]
/** So long each question is asked before anything is measured: V8 goes on compiling, and asks less processor time from then on. */
const warmUp = 5_000
const lines = ["MAP", "MSRP", "OUTLET"].map((price_type, index) => ({
  price_type,
  amount: 99.95 + index,
  effective_from: `2027-0${index + 1}-01`,
}))
const questions = [
  {
    name: "preview",
    path: "/api/pricing/map-policy/NT/colorway-prefill",
    body: JSON.stringify({ product_key: "P{turn}", color: "Black", lines }),
  },
  { name: "search", path: "/api/products/P{turn}/variants/search?q=ridge" },
]

interface Row {
  readonly question: string
  readonly connections: number
  readonly one: LoadFigures
  readonly many: LoadFigures
}
const slowness = ({ one, many }: Row) => one.perSecond / many.perSecond

const rows = await withServices(
  (sql) => seedTurns(sql, count),
  [],
  async ({ url }) => {
    for (const { name: _, ...question } of questions)
      for (const organization of [undefined, "ORG-{turn}"])
        await load({ url, ...question, organization, turns: count, connections: 16, milliseconds: warmUp })
    const rows: Array<Row> = []
    for (const { name, ...question } of questions)
      for (const connected of connections) {
        const plan = { url, ...question, turns: count, connections: connected, milliseconds: 1_000 }
        const runs: Record<"one" | "many", Array<LoadFigures>> = { one: [], many: [] }
        const asOne = async () => runs.one.push(await load(plan))
        const asMany = async () => runs.many.push(await load({ ...plan, organization: "ORG-{turn}" }))
        for (let round = 0; round <= rounds; round++)
          for (const ask of round % 2 === 0 ? [asOne, asMany] : [asMany, asOne]) await ask()
        // the first round reads what is asked for
        rows.push({
          question: name,
          connections: connected,
          one: middle(runs.one.slice(1)),
          many: middle(runs.many.slice(1)),
        })
      }
    return rows
  },
)

report({
  name: "organizations",
  verdicts: questions.map(({ name }) => {
    const ratios = rows.filter(({ question }) => question === name).map(slowness)
    return {
      goal: `${name}: 1,000 organizations by turns ≤ 1.15× the time of one`,
      result: ratios.map(times).join(", "),
      met: Math.max(...ratios) <= 1.15,
    }
  }),
  body: `One organization with 1,000 products of 12 variants, and 1,000 organizations with one such product each: asked for one
product after the other, and for one organization's after the other's, after twenty seconds of that which are not
measured. The ratio is that of the time of a request.

${table(
  ["", "connections", "one: requests/s", "1,000", "ratio", "p50 ms", "1,000", "p99 ms", "1,000"],
  rows.map((row) => [
    row.question,
    String(row.connections),
    short(row.one.perSecond),
    short(row.many.perSecond),
    times(slowness(row)),
    short(row.one.p50),
    short(row.many.p50),
    short(row.one.p99),
    short(row.many.p99),
  ]),
)}

Every read is sent in one piece with the statement that takes on its organization's role and scope to the end of the transaction,
whichever organization the connection worked for before: one has no advantage over many there. With 64 callers searches of a thousand organizations take a third longer,
and took a fifth longer when a connection stayed in one's scope; why was not found out.`,
})

// `GET batches/{key}/records` beside Fastify with hand-written SQL, over one real Postgres server; also deep pages.

import { duelTable, range, slowness, speed } from "./support/duelTable.ts"
import { times } from "./support/figures.ts"
import { httpDuel } from "./support/httpDuel.ts"
import { report } from "./support/report.ts"
import { batchOf, seedBatches } from "./support/seedBatches.ts"

const sizes = [1_000, 100_000, 1_000_000]
const page = (records: number, offset: number) => ({
  name: `offset ${offset.toLocaleString("en-US")} of ${records.toLocaleString("en-US")}`,
  path: `/api/catalog/batches/${batchOf(records)}/records?offset=${offset}`,
})
const largest = sizes.at(-1)!
const duel = await httpDuel(
  (sql) => seedBatches(sql, sizes),
  [...sizes.map((records) => page(records, 0)), page(largest, 100_000)],
)

const speeds = duel.rows.map(speed)
const slownesses = duel.rows.map(slowness)
const alone = (question: string) =>
  duel.rows.find((row) => row.question === question && row.connections === 1)!.ours.p50
const deep = alone(page(largest, 100_000).name) / alone(page(largest, 0).name)
report({
  name: "records",
  verdicts: [
    {
      goal: "requests a second ≥ 1.0× Fastify with SQL",
      result: range(speeds),
      met: Math.min(...speeds) >= 1,
    },
    { goal: "p99 ≤ theirs", result: range(slownesses), met: Math.max(...slownesses) <= 1 },
    { goal: "offset 100,000 of 1,000,000 ≤ 3× the first page", result: times(deep), met: deep <= 3 },
  ],
  body: `Pages of 50 with the batch's total. The peer (\`bench/peers/fastifyServer.ts\`) counts and cuts the page in two
statements sent at once, without row-level security.

${duelTable(duel)}

Where small requests lose their time is told under [search](#search).`,
})

// `GET batches/{key}/records` beside Fastify with hand-written SQL, over one real Postgres server; also deep pages.

import { times } from "./support/figures.ts"
import { reportDuel } from "./support/reportDuel.ts"
import { batchOf, seedBatches } from "./support/seedBatches.ts"

const sizes = [1_000, 100_000, 1_000_000]
const page = (records: number, offset: number) => ({
  name: `offset ${offset.toLocaleString("en-US")} of ${records.toLocaleString("en-US")}`,
  path: `/api/catalog/batches/${batchOf(records)}/records?offset=${offset}`,
})
const largest = sizes.at(-1)!

await reportDuel({
  name: "records",
  seed: (sql) => seedBatches(sql, sizes),
  questions: [...sizes.map((records) => page(records, 0)), page(largest, 100_000)],
  further: ({ rows }) => {
    const alone = (question: string) =>
      rows.find((row) => row.question === question && row.connections === 1)!.ours.p50
    const deep = alone(page(largest, 100_000).name) / alone(page(largest, 0).name)
    return [{ goal: "offset 100,000 of 1,000,000 ≤ 3× the first page", result: times(deep), met: deep <= 3 }]
  },
  before: `Pages of 50 with the batch's total. The peer (\`bench/peers/fastifyServer.ts\`) counts and cuts the page in two
statements sent at once, without row-level security.`,
  after: `Total and page come from one statement, so that they agree; it is planned at each call, as the best plan depends on the
size of the batch: of 0.46 ms that Postgres spends on a page of 1,000 records that is 0.2, where the peer's two statements take
0.35 with all. Of 100,000 records and more counting is nearly all there is: 9.4 ms, theirs 8.5. Row-level security makes a filter there
that each counted row passes through. A total that is kept rather than counted would remove both, for a trigger that every
writer of a batch pays and waits for. Where small requests lose their time else is told under [search](#search).`,
})

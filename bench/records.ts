// `GET batches/{key}/records` beside Fastify with hand-written SQL, over one real Postgres server; also deep pages.

import { speed } from "./support/duelTable.ts"
import { times } from "./support/figures.ts"
import { reportDuel } from "./support/reportDuel.ts"
import { batchOf, seedBatches } from "./support/seedBatches.ts"

const sizes = (process.env.BENCH_RECORDS ?? "1000,100000,1000000").split(",").map(Number)
const named = (records: number) => records.toLocaleString("en-US")
const page = (records: number, offset: number) => ({
  name: `offset ${named(offset)} of ${named(records)}`,
  path: `/api/catalog/batches/${batchOf(records)}/records?offset=${offset}`,
})
/** Ten variants of all have the first in their keys, every one the second, and one type of five is the third. */
const searches = ["00001", "ridge", "outlet"]
const search = (records: number, text: string) => ({
  name: `“${text}” among ${named(records)}`,
  path: `/api/catalog/batches/${batchOf(records)}/records?search=${text}`,
})
const largest = sizes.at(-1)!

await reportDuel({
  name: "records",
  seed: (sql) => seedBatches(sql, sizes),
  questions: [
    ...sizes.map((records) => page(records, 0)),
    page(largest, largest / 10),
    ...sizes.flatMap((records) => searches.map((text) => search(records, text))),
  ],
  further: ({ rows }) => {
    const large = sizes.filter((records) => records >= 100_000)
    const firsts = large.map((records) => page(records, 0).name)
    const speeds = rows.filter(({ question }) => firsts.includes(question)).map(speed)
    return [
      {
        goal: "first page of 100,000 and more ≥ 20× Fastify's requests",
        result: times(Math.min(...speeds)),
        met: Math.min(...speeds) >= 20,
      },
    ]
  },
  before: `Pages of 50 with the total. The peer (\`bench/peers/fastifyServer.ts\`) counts and cuts the page in two
statements sent at once, without row-level security; searched, both statements join the variants.`,
  after: `The batch's row has its total, which every writer of the batch adds to under the lock that it has of that row anyway. A
search counts by the key alone, and looks at each variant's texts once. No index can answer a part of a text here:
under row-level security only operators that leak nothing may be asked of one. Where small requests lose their time else is
told under [search](#search).`,
})

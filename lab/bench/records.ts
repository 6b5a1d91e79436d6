// `GET batches/{key}/records` beside Fastify with hand-written SQL, over one real Postgres server; also deep pages.

import { range, speed } from "./support/duelTable.ts"
import { short, times } from "./support/figures.ts"
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
  // each takes the peer a second or more: of 64 none would be answered in that time
  ...(records > 100_000 && { connections: [1, 4] }),
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
    const speedsOf = (names: ReadonlyArray<string>) =>
      rows.filter(({ question }) => names.includes(question)).map(speed)
    const searched = speedsOf(sizes.flatMap((records) => searches.map((text) => search(records, text).name)))
    return [
      ...sizes
        .filter((records) => records >= 100_000)
        .map((records) => {
          const slowest = Math.min(...speedsOf([page(records, 0).name]))
          return {
            goal: `first page of ${short(records)} ≥ 20× Fastify's requests`,
            result: times(slowest),
            met: slowest >= 20,
          }
        }),
      {
        goal: "searched: requests a second ≥ 1.0× Fastify's",
        result: range(searched),
        met: Math.min(...searched) >= 1,
      },
    ]
  },
  before: `Pages of 50 with the total. The peer (\`lab/bench/peers/fastifyServer.ts\`) counts and cuts the page in two
statements sent at once, without row-level security; searched, both statements join the variants.`,
  after: `The batch's row has its total, which every writer of the batch adds to under the lock that it has of that row anyway; a
page is planned once for all batches. A search first asks how large the batch is, and which price types match, in JavaScript's
lower case: among 20,000 records at most the texts of each variant are probed for by one plan for all, which saves planning what
takes less long than that. It counts by the key alone, and looks at each variant's texts once. No index can answer a part of a
text here: under row-level security only operators that leak nothing may be asked of one.

A first page costs the same in a batch of any size; one behind 100,000 others walks past these in the index of their order. Twenty
times the peer's requests at 100,000 is not to be had: they would be three times (at one connection), 1.7 and 2.1 times as many
as the peer itself gives of pages of 1,000, where it counts next to nothing. What is left then is the page: 50 prices and 50
names by their keys, 0.3 ms of Postgres, as much in the server, and more for who asks. At 1,000,000 the peer counts ten times
as long. Where small requests lose their time else, and the slowest theirs, is said under
[search](#search).`,
})

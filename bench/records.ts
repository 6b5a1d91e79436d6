// `GET batches/{key}/records` beside Fastify with hand-written SQL, over one real Postgres server; also deep pages.

import { range, speed } from "./support/duelTable.ts"
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
    const firsts = speedsOf(
      sizes.filter((records) => records >= 100_000).map((records) => page(records, 0).name),
    )
    const searched = speedsOf(sizes.flatMap((records) => searches.map((text) => search(records, text).name)))
    return [
      {
        goal: "first page of 100,000 and more ≥ 20× Fastify's requests",
        result: times(Math.min(...firsts)),
        met: Math.min(...firsts) >= 20,
      },
      {
        goal: "searched: requests a second ≥ 1.0× Fastify's",
        result: range(searched),
        met: Math.min(...searched) >= 1,
      },
    ]
  },
  before: `Pages of 50 with the total. The peer (\`bench/peers/fastifyServer.ts\`) counts and cuts the page in two
statements sent at once, without row-level security; searched, both statements join the variants.`,
  after: `The batch's row has its total, which every writer of the batch adds to under the lock that it has of that row anyway; a
page is planned once for all batches. A search first asks how large the batch is, and which price types match, in JavaScript's
lower case: among 20,000 records at most the texts of each variant are probed for by one plan for all, which saves planning what
takes less long than that. It counts by the key alone, and looks at each variant's texts once. No index can answer a part of a
text here: under row-level security only operators that leak nothing may be asked of one.

Twenty times the peer's requests at 100,000 would be more than a plain search of 12 variants gets of the peer itself: it counts
100,000 records in 8.5 ms of Postgres, and two processors answer it 150 to 200 times a second; twenty times that is 0.6 ms of
them for a page, load and all. A page of ours takes half of that in Postgres (50 prices and 50 names by their keys) and as much
again in the server. At 1,000,000 the peer counts ten times as long. Where small requests lose their time else, and the slowest theirs, is told under
[search](#search).`,
})

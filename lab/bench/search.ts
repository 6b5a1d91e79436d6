// `GET variants/search` beside Fastify with hand-written SQL, over one real Postgres server.

import { reportDuel } from "./support/reportDuel.ts"
import { productOf, seedCatalog } from "./support/seedCatalog.ts"

const sizes = [12, 100, 1_000]
await reportDuel({
  name: "search",
  seed: (sql) => seedCatalog(sql, [...sizes, 10_000]),
  questions: sizes.flatMap((variants) =>
    ["ridge", "11"].map((text) => ({
      name: `“${text}” in ${variants} variants`,
      path: `/api/products/${productOf(variants)}/variants/search?q=${text}`,
    })),
  ),
  before: `A text that every variant of the product has, and one that few have; 20 are answered. The peer
(\`lab/bench/peers/fastifyServer.ts\`) searches with \`ilike\`, without row-level security.`,
  after: `A read is one statement on a connection that stays in its organization's scope, so that row-level security binds it.
For 12 variants at 64 connections the server takes 0.20 to 0.25 ms of processor time for it, the peer's 0.11 to 0.17, and both
take two to three times as much in their first seconds, before V8 has compiled them. Of a profile of the server a third
are the two writes, to Postgres and to the client, which the peer has too; a quarter is Effect's runtime (fibers and contexts of
routing, caller, permission, validation, use case, repository), a tenth garbage collection: without that quarter
0.15 to 0.19 ms would be left. What limits is what stands around the statement, which the peer does without. At 64 connections, where both processors are busy, that is all there is to see; a
single connection waits for Postgres, which spends half as much on ours.

The slowest of a hundred: at one connection a collection of the server's garbage takes 1 ms, and at most 3; who waits 4 to 6 ms waits
for a processor, of which four processes share two, as the peer's callers do. At 64 collections take 1 ms, one in ten more than
3, a fifth of the server's time in all: some 50 kB are allocated for a request, a third of them copies of contexts.`,
})

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
  after: `A read is two statements in one piece: one that takes on the organization's role and scope to the end of the transaction, so
that row-level security binds the read and a pooler may lend the connection to anyone afterwards, and the read itself. For 12
variants the server takes 0.27 to 0.33 ms of processor time for it, the peer's 0.11 to 0.14; Postgres 0.17 to 0.19 and 0.29 to 0.34.
Both servers take two to three times as much in their first seconds, before V8 has compiled
them. Of a profile of the server nearly half is writing to Postgres and to the client, in which the thread also waits for a processor;
a sixth is Effect's runtime, a seventh our own code (routing, caller, permission, validation, use case, repository), a tenth Node's, a twentieth
garbage collection. What limits is what stands around the statement, which the peer does without: at 64 connections,
where both processors are busy, that is all there is to see. To send what goes to Postgres as one buffer instead of five
saves 2 µs (tried).

The slowest of a hundred: at one connection a collection of the server's garbage takes 1 ms, and at most 3; who waits 4 to 6 ms waits
for a processor, of which four processes share two, as the peer's callers do. At 64 collections take 1 ms, one in ten more than
3, a fifth of the server's time in all: some 50 kB are allocated for a request, a third of them copies of contexts.`,
})

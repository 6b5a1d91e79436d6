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
(\`bench/peers/fastifyServer.ts\`) searches with \`ilike\`, without row-level security.`,
  after: `A read is one statement on a connection that stays in its organization's scope, so that row-level security binds it.
Postgres spends less than half of the peer's CPU on it (0.17 ms, theirs 0.42, for 12 variants at 16 connections), the server twice as much (0.46 ms,
theirs 0.23; both on a slow day of the machine). Of a profile of the server two fifths are the two writes, to Postgres and to the
client, a fifth Effect's runtime (fibers and contexts of routing, caller, permission, validation, use case, repository), 9 % garbage
collection: what limits is what stands around the statement, which the peer does without.`,
})

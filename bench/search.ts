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
  after: `A read is one statement on a connection that stays in its organization's scope, so that row-level security binds it. For
12 variants at 16 connections Postgres spends half the CPU of the peer's statement on it (0.10 ms, theirs 0.21), the server
1.3 to 1.6 times theirs (0.15 to 0.18 ms, theirs 0.09 to 0.14). Of a profile of the server three tenths are the two writes, to
Postgres and to the client, two tenths Effect's runtime (fibers and contexts of routing, caller, permission, validation, use
case, repository), 6 % garbage collection. The peer sends the statements of several requests in one write, each waiting for
those before it; Hangtag gives each a connection of its own, so that one can be cancelled and none waits for a slow one.`,
})

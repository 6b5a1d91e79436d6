// `GET variants/search` beside Fastify with hand-written SQL, over one real Postgres server.

import { duelTable, range, slowness, speed } from "./support/duelTable.ts"
import { httpDuel } from "./support/httpDuel.ts"
import { report } from "./support/report.ts"
import { productOf, seedCatalog } from "./support/seedCatalog.ts"

const sizes = [12, 100, 1_000]
const duel = await httpDuel(
  (sql) => seedCatalog(sql, [...sizes, 10_000]),
  sizes.flatMap((variants) =>
    ["ridge", "11"].map((text) => ({
      name: `“${text}” in ${variants} variants`,
      path: `/api/products/${productOf(variants)}/variants/search?q=${text}`,
    })),
  ),
)

const speeds = duel.rows.map(speed)
const slownesses = duel.rows.map(slowness)
report({
  name: "search",
  verdicts: [
    {
      goal: "requests a second ≥ 1.0× Fastify with SQL",
      result: range(speeds),
      met: Math.min(...speeds) >= 1,
    },
    { goal: "p99 ≤ theirs", result: range(slownesses), met: Math.max(...slownesses) <= 1 },
  ],
  body: `A text that every variant of the product has, and one that few have; 20 are answered. The peer
(\`bench/peers/fastifyServer.ts\`) searches with \`ilike\`, without row-level security.

${duelTable(duel)}

A read in its organization's scope is four round trips (\`begin\`, role and organization, the statement, \`commit\`), so
that row-level security binds it and a connection carries nothing over; the peer sends its statements at once. In a
profile of the small searches at 16 connections 23 % of the busy time are writes to the database's socket and 21 % writes
of answers; garbage collection has 13 %, Effect's runtime 9 %, the wire protocol 5 %, Hangtag's own code under 3 %. The client sends the next statement of a transaction only when the last one
has answered: sending all four at once is what remains to be won.`,
})

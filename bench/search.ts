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

A read is one statement on a connection that stays in its organization's scope, so that row-level security binds it. For
12 variants at 16 connections Postgres spends no more CPU on it than on the peer's statement (219 µs, theirs 284), the
server about twice as much (455 µs, theirs 212): a fifth of that is writing the answer to its socket, a seventh garbage
collection, a fifth Effect's runtime (a fiber and its context for each layer: routing, headers, caller, permission,
validation, use case, repository), a tenth the wire protocol, 7 % Hangtag's own code. With one thread a server and both on
two cores, this is what small answers lose; where Postgres or JSON weigh more, it vanishes.`,
})

// `POST colorway-prefill` beside Fastify with hand-written SQL, over one real Postgres server.

import { duelTable, range, slowness, speed } from "./support/duelTable.ts"
import { httpDuel } from "./support/httpDuel.ts"
import { report } from "./support/report.ts"
import { productOf, seedCatalog } from "./support/seedCatalog.ts"

const sizes = [12, 100, 1_000]
const lines = ["MAP", "MSRP", "OUTLET"].map((price_type, index) => ({
  price_type,
  amount: 99.95 + index,
  effective_from: `2027-0${index + 1}-01`,
}))

const duel = await httpDuel(
  (sql) => seedCatalog(sql, [...sizes, 20_000]),
  sizes.map((variants) => ({
    name: `${variants} variants`,
    path: "/api/pricing/map-policy/NT/colorway-prefill",
    body: { product_key: productOf(variants), color: "Black", lines },
  })),
)

const speeds = duel.rows.map(speed)
const slownesses = duel.rows.map(slowness)
report({
  name: "preview",
  verdicts: [
    {
      goal: "requests a second ≥ 1.0× Fastify with SQL",
      result: range(speeds),
      met: Math.min(...speeds) >= 1,
    },
    { goal: "p99 ≤ theirs", result: range(slownesses), met: Math.max(...slownesses) <= 1 },
  ],
  body: `Three lines against colorways of 12 to 1,000 variants with 50 records each, among 1,055,600 price records; servers,
load and Postgres share the machine. The peer (\`bench/peers/fastifyServer.ts\`) has no row-level security, no exact
amounts and no list of errors: two statements, sent at once.

${duelTable(duel)}

Where small requests lose their time is told under [search](#search).`,
})

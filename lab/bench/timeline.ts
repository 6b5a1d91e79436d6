// `GET variants/{key}/timeline`, `GET products/{key}/timeline` and `GET upcoming` beside Fastify with hand-written SQL,
// over one real Postgres server.

import { reportDuel } from "./support/reportDuel.ts"
import { seedSchedule } from "./support/seedSchedule.ts"

await reportDuel({
  name: "timeline",
  seed: (sql) => seedSchedule(sql, 1_000),
  questions: [
    { name: "a variant's timeline", path: "/api/pricing/variants/P500-BLK-05/timeline" },
    { name: "a product's timeline", path: "/api/pricing/products/P500/timeline" },
    { name: "upcoming, 10 rows", path: "/api/pricing/upcoming?limit=10" },
    { name: "upcoming, 50 rows", path: "/api/pricing/upcoming" },
    { name: "upcoming of one brand in ten", path: "/api/pricing/upcoming?brand_key=B3" },
  ],
  before: `1,000 products of 12 variants; of each of three types a variant has six prices that have begun and two to come, among
288,000 in all. A product's timeline has 288 prices; a row of what goes live is 36 prices of a product that change on a day.
The peer (\`lab/bench/peers/fastifySchedule.ts\`) has no row-level security, no time zones, and knows no prices that were
withdrawn, or that begin at one instant.`,
  after: `A timeline of up to 1,000 prices is one statement, planned once; what the index gives nearly in order is sorted in JavaScript,
which halved what Postgres takes for it. A variant's takes 0.26 to 0.3 ms of the server's processor time and 0.12 of Postgres', of the
peer's 0.16 and 0.08. Of ours 0.19 are what any small request takes, such as a search that finds nothing, and 0.05 \`/healthz\`: more than
the peer takes in all, which is the limit. A product's takes 0.9 to 1.1 and 0.5 to 0.6, of the peer's 0.8 and 0.4. What goes live is one too: each price that begins looks for
its variant, its product, another price of the same instant, and the one before, which withdrawals and prices of one instant
need, unless it was on the page itself; the peer, whose planner writes the price before into four places of its plan, looks
four times for that. Both keep Postgres busy for 31 to 35 ms with a page of 50 such rows, which is the limit; the server takes 7
besides, the peer's 1: the amounts of 1,800 moments come as JSON and are compared in JavaScript, where the rule is. Where small requests lose their time else, and the slowest theirs, is said under [search](#search).`,
})

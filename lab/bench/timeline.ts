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
The peer (\`lab/bench/peers/fastifySchedule.ts\`) answers every member that Hangtag does. It has no row-level security, no time
zones, no price lists, and knows no prices that were withdrawn, or that begin at one instant.`,
  after: `A timeline of up to 1,000 prices is one statement, planned once, which does not count them first; what the index gives
nearly in order is sorted in JavaScript. A variant's takes 0.47 to 0.51 ms of the server's processor time and 0.23 to 0.26 of Postgres', of
the peer's 0.25 and 0.12: most of ours is what any small request takes, more than the peer takes in all, which is the limit. A product's
takes 1.8 and 0.9, of the peer's 1.3 and 0.7: a third of the server's is reading 288 rows of 23 columns, a fifth to write 84 kB of JSON, a
tenth the rules. What goes live is one too: each price that begins looks for
its variant, its product, another price of the same instant, and the one before, which withdrawals and prices of one instant
need, unless it was on the page itself; the peer, whose planner writes the price before into four places of its plan, looks
four times for that. The server takes 6 to 8 ms besides for a page of 50: the amounts of 1,800 moments come as JSON and are compared in JavaScript, where the rule is. Where small requests lose their time else, and the slowest theirs, is said under [search](#search).`,
})

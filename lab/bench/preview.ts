// `POST colorway-prefill` beside Fastify with hand-written SQL, over one real Postgres server.

import { reportDuel } from "./support/reportDuel.ts"
import { productOf, seedCatalog } from "./support/seedCatalog.ts"

const sizes = [12, 100, 1_000]
const lines = ["MAP", "MSRP", "OUTLET"].map((price_type, index) => ({
  price_type,
  amount: 99.95 + index,
  effective_from: `2027-0${index + 1}-01`,
}))

await reportDuel({
  name: "preview",
  seed: (sql) => seedCatalog(sql, [...sizes, 20_000]),
  questions: sizes.map((variants) => ({
    name: `${variants} variants`,
    path: "/api/pricing/map-policy/NT/colorway-prefill",
    body: { product_key: productOf(variants), color: "Black", lines },
  })),
  before: `Three lines against colorways of 12 to 1,000 variants with 50 records each, among 1,055,600 price records; servers,
load and Postgres share the machine. The peer (\`lab/bench/peers/fastifyServer.ts\`) has no row-level security, no exact
amounts and no list of errors: two statements, sent at once.`,
  after: `For 12 variants at 16 connections Postgres spends 2.5 to 3.4 ms on a preview, on the peer's 3.6 to 4.7; the server 1.8 to 2.5 ms,
theirs 1.0 to 1.8: hours of this machine differ by so much, and by twice (1.0, 1.4, 0.67 and 0.51 ms were seen too). Hangtag asks
twice, one after the other: for the colorway, then for its prices. Where small requests lose their time else, and the slowest of a hundred theirs, is said under
[search](#search).

At 100 variants it is 13 to 15 ms of Postgres and 10 of the server, the peer's 12 to 16 and 5 to 7: 500 pairs are read, decoded,
compared and written as JSON by both alike; Hangtag does more besides (exact amounts, row-level security, a second statement),
and the peer sorts all that it reads. The server took 14 ms, and the ratio was 0.85 to 1.11, while its heap had the limits that keep
an export's peak low: a server without a worker has wider ones (\`limitHeapGrowth.ts\`).`,
})

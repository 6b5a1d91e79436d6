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
load and Postgres share the machine. The peer (\`bench/peers/fastifyServer.ts\`) has no row-level security, no exact
amounts and no list of errors: two statements, sent at once.`,
  after: `For 12 variants at 16 connections Postgres spends 1.0 ms on a preview, on the peer's 1.4; the server 0.67 ms, theirs 0.51.
Hangtag asks twice, one after the other: for the colorway, then for its prices. Where small requests lose their time else
is told under [search](#search).

At 100 variants, beside other work, a preview took 11 to 18 ms of Postgres and 9 to 10 of the server, the peer's 10 to 32 and 7 to 9:
500 pairs are read, decoded, compared and written as JSON by both alike, and what Hangtag does besides (exact amounts, row-level
security, a second statement) costs about what the peer loses by sorting all it reads.`,
})

import { isDeepStrictEqual } from "node:util"
import { allPermissions, type PriceChangeRequest, type Principal, type Publication } from "@hangtag/core"
import {
  createPriceBatch,
  generatePriceChange,
  listPublications,
  productTimeline,
  publishPriceBatch,
  revertPriceBatch,
} from "@hangtag/core/effect"
import {
  aChangeLine,
  aNewPriceBatch,
  anOnCollision,
  aPriceChangeRequest,
  memoryPorts,
  seedCatalog,
  standingClock,
} from "@hangtag/testkit"
import { Clock, Effect, Layer, Logger, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import type { Ledger } from "./Caller.ts"
import { brand_key, catalog, organization, type PriceTrial, productKeys } from "./PriceTrial.ts"

const principal: Principal = { organization, subject: "trial", permissions: allPermissions }

interface Made {
  readonly batch_key: string
  /** Transactions of one organization take turns, and a transaction is numbered in its turn. */
  readonly turn: bigint
}

/** The feed as a consumer follows it, a few at a time. */
const feedOf = Effect.gen(function* () {
  const feed: Array<Publication> = []
  while (true) {
    const { items } = yield* listPublications(principal, { after: feed.at(-1)?.number ?? 0, limit: 7 })
    if (items.length === 0) return feed
    feed.push(...items)
  }
})

const publicationTurns = Effect.flatMap(
  SqlClient,
  (sql) => sql<Made>`select batch_key, xmin::text::bigint as turn from hangtag_publication order by turn`,
)

/** Batches whose row does not say what they hold. */
const miscounted = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ readonly batch_key: string; readonly counts: string }>`
    select * from (
      select batch_key, concat_ws(' ', b.records - b.withdrawn_since, b.withdrawals) as counts,
        (select count(*) from hangtag_batch_record r
          where r.organization = b.organization and r.batch_key = b.batch_key) || ' ' ||
        (select count(*) from hangtag_batch_withdrawal w
          where w.organization = b.organization and w.batch_key = b.batch_key) as held
      from hangtag_batch b) c
    where counts <> held`,
)

/** Prices that a publication withdrew though they had begun. */
const withdrawnInForce = Effect.flatMap(
  SqlClient,
  (sql) => sql<{ readonly record_key: string; readonly batch_key: string | null }>`
    select record_key::text as record_key, batch_key from hangtag_price_record
    where status = 'active' and withdrawn_at > effective_at`,
)

/** Lines as the wire has them, with what they leave out. */
const requestOf = (body: Record<string, unknown>): PriceChangeRequest => {
  const { colorways, on_collision } = body as unknown as PriceChangeRequest
  return aPriceChangeRequest({
    batch_key: String(body.batch_key),
    colorways: colorways.map((colorway) => ({
      ...colorway,
      basis: null,
      lines: colorway.lines.map(aChangeLine),
    })),
    on_collision: anOnCollision(on_collision),
  })
}

/** What a timeline says, without the keys that are another's in memory. */
const timelineOf = (product_key: string) =>
  Effect.map(
    productTimeline(principal, { product_key, color: null, price_type: null, from: null, until: null }),
    ({ pairs }) =>
      pairs
        // a pair that has drafts only has them of a batch that was not published
        .filter(({ segments }) => segments.length > 0)
        .map(({ variant_key, price_type, segments }) => [
          variant_key,
          price_type,
          ...segments.map(({ from, amount }) => `${amount} from ${from}`),
        ]),
  )

/**
 * Does in memory, one after the other, what was published: each change is generated right before it is, which gives what
 * it was published with if nothing came between, and each batch that takes another back is made then: it is judged at its
 * publication.
 */
export const compareWithReplay = async (trial: PriceTrial, { purposes, receipts, discarded }: Ledger) => {
  const memory = ManagedRuntime.make(Layer.provideMerge(memoryPorts, Logger.layer([])))
  const standing = standingClock(new Date(0))
  const replayed = <A, E>(effect: Effect.Effect<A, E, Layer.Success<typeof memoryPorts>>, at: Date) => {
    standing.set(at)
    return memory.runPromise(Effect.provideService(effect, Clock.Clock, standing.clock))
  }
  const [counted, feed, publishes, begun] = await trial.runtime.runPromise(
    Effect.all([miscounted, feedOf, publicationTurns, withdrawnInForce]),
  )
  const found = { wrong: [] as Array<string>, lost: 0, doubled: 0, gaps: 0 }
  for (const { batch_key, counts } of counted) found.wrong.push(`${batch_key} holds other than ${counts}`)
  for (const [index, { number }] of feed.entries()) if (number !== index + 1) found.gaps++
  for (const [index, { number, published_at }] of feed.entries())
    if (index > 0 && published_at < feed[index - 1]!.published_at)
      found.wrong.push(`publication ${number} is of ${published_at}, before the one before it`)
  for (const { record_key, batch_key } of begun)
    found.wrong.push(`${record_key} of ${batch_key} was withdrawn though it had begun`)
  found.doubled = feed.length - new Set(feed.map(({ batch_key }) => batch_key)).size
  for (const receipt of receipts.values())
    if (!feed.some((each) => isDeepStrictEqual(each, receipt))) found.lost++
  for (const { batch_key } of feed)
    if (discarded.has(batch_key) || !receipts.has(batch_key))
      found.wrong.push(`${batch_key} was published by no caller`)

  await replayed(seedCatalog(organization, catalog), new Date(0))
  const names = new Map<string, string>()
  for (const { batch_key } of publishes) {
    const purpose = purposes.get(batch_key)
    if (purpose === undefined) continue
    const publication = feed.find((each) => each.batch_key === batch_key)!
    const at = new Date(publication.published_at)
    if ("body" in purpose) {
      const batch = aNewPriceBatch({ key: batch_key, brand_key })
      await replayed(createPriceBatch(principal, batch), at)
      await replayed(generatePriceChange(principal, { brand_key, ...requestOf(purpose.body) }), at)
    }
    if ("reverts" in purpose) {
      const key = names.get(purpose.reverts) ?? purpose.reverts
      const made = await replayed(revertPriceBatch(principal, { batch_key: key }), at)
      names.set(batch_key, made.batch_key)
    }
    const options = { on_moved: "refuse", allow_backdated: true } as const
    const again = await replayed(
      publishPriceBatch(principal, { batch_key: names.get(batch_key) ?? batch_key, ...options }),
      at,
    )
    if (
      again.number !== publication.number ||
      again.records !== publication.records ||
      again.sha256 !== publication.sha256
    )
      found.wrong.push(
        `${batch_key}: ${JSON.stringify(publication)} is ${JSON.stringify(again)} when it is done again`,
      )
  }
  for (const product_key of productKeys) {
    const here = await trial.runtime.runPromise(timelineOf(product_key))
    const there = await replayed(timelineOf(product_key), new Date())
    for (const [index, pair] of here.entries())
      if (!isDeepStrictEqual(pair, there[index]))
        found.wrong.push(`${pair} is ${there[index]} when it is done again`)
    if (here.length !== there.length)
      found.wrong.push(`${product_key}: ${here.length} pairs, ${there.length} again`)
  }
  await memory.dispose()
  return { publications: feed.length, ...found }
}

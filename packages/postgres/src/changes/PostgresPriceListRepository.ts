import { compareText, ListPolicy, PriceListRepository, type StoredListPolicyChange } from "@hangtag/core"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterWrites } from "../catalog/writing.ts"
import { comparable, comparableKeys, storedText } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { storedJson } from "../database/storedJson.ts"
import { type ListRow, listsAbove, selectLists, selectListsAbove, storedList } from "../prices/storedLists.ts"
import { takeTurn } from "./turn.ts"

const changedPolicy = storedJson("hangtag_list_policy_change.policy", ListPolicy)

interface ChangeRow extends Omit<StoredListPolicyChange, "policy"> {
  readonly policy: string
}

const make = Effect.map(SqlClient, (sql) =>
  PriceListRepository.of({
    lock: Effect.fn("PriceListRepository.lock")((organization) =>
      Effect.asVoid(takeTurn(sql, organization, "PriceListRepository.lock", [])),
    ),
    all: Effect.fn("PriceListRepository.all")((organization, wasKnown = false, above) => {
      const operation = "PriceListRepository.all"
      const all =
        above === undefined
          ? selectLists(sql, organization)
          : sql<ListRow>`with recursive ${listsAbove(sql, organization, comparableKeys([above]))} ${selectListsAbove(sql, organization)}`
      const rows = wasKnown
        ? scoped(sql, organization, operation, Effect.andThen(afterWrites(sql, organization), all))
        : scopedRead(sql, organization, operation, all, above === undefined ? "auto" : "generic")
      return Effect.map(rows, (found) =>
        found
          .map((row) => storedList(organization, row))
          .sort((a, b) => compareText(a.price_list, b.price_list)),
      )
    }),
    save: Effect.fn("PriceListRepository.save")((organization, list, placement) => {
      const { price_list, name, currency, created } = list
      const tags = JSON.stringify(list.tags)
      const work = Effect.gen(function* () {
        yield* sql`
          insert into hangtag_price_list (organization, price_list, name, currency, tags, created_at, created_by)
          values (${organization}, ${price_list}, ${storedText(name)}, ${currency}, ${tags}, ${created?.at ?? null},
            ${created === null ? null : storedText(created.by)})
          on conflict (organization, price_list) do update
            set name = excluded.name, currency = excluded.currency, tags = excluded.tags`
        if (placement === null) return
        const { effective_at, parent, archived, known_at, by } = placement
        yield* sql`
          insert into hangtag_price_list_placement
            (organization, price_list, effective_at, parent, archived, known_at, said_by)
          values (${organization}, ${price_list}, ${effective_at}, ${parent}, ${archived}, ${known_at}, ${storedText(by)})`
      })
      return scoped(sql, organization, "PriceListRepository.save", work)
    }),
    savePolicy: Effect.fn("PriceListRepository.savePolicy")((organization, priceList, policy, { by, at }) => {
      const where = sql`organization = ${comparable(organization)} and price_list = ${comparable(priceList)}`
      const text = JSON.stringify(policy)
      // the list's row is locked by its change: no other takes the number meanwhile
      const work = Effect.andThen(
        sql`update hangtag_price_list set policy = ${text} where ${where}`,
        sql`insert into hangtag_list_policy_change (organization, price_list, revision, policy, changed_at, changed_by)
          select organization, price_list, (select coalesce(max(revision), 0) + 1 from hangtag_list_policy_change
            where ${where}), ${text}, ${at}::bigint, ${storedText(by)} from hangtag_price_list where ${where}`,
      )
      return Effect.asVoid(scoped(sql, organization, "PriceListRepository.savePolicy", work))
    }),
    policies: Effect.fn("PriceListRepository.policies")((organization, priceList, { limit, after }) => {
      const rows = sql<ChangeRow>`
        select revision, policy, changed_at::float8 as changed_at, changed_by from hangtag_list_policy_change
        where organization = ${comparable(organization)} and price_list = ${comparable(priceList)}
          and (${after}::bigint is null or revision < ${after}) order by revision desc limit ${limit}`
      return Effect.map(scopedRead(sql, organization, "PriceListRepository.policies", rows), (found) =>
        found.map(
          ({ policy, ...row }): StoredListPolicyChange => ({
            ...row,
            policy: changedPolicy(policy, organization, priceList, `${row.revision}`),
          }),
        ),
      )
    }),
  }),
)

/** `PriceListRepository` on Postgres; the database must be migrated. */
export const PostgresPriceListRepository: Layer.Layer<PriceListRepository, never, SqlClient> = Layer.effect(
  PriceListRepository,
  make,
)

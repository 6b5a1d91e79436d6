import { ChangedMeanwhile, compareText, PricePolicyRepository, type StoredPolicyChange } from "@hangtag/core"
import { PricePolicyRequest } from "@hangtag/core/adapter"
import { Effect, Equal, Layer, Option, Result } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { comparable, storedText } from "../database/parameters.ts"
import { scoped, scopedRead } from "../database/scoped.ts"
import { fixedStatement } from "../database/statements.ts"
import { storedJson } from "../database/storedJson.ts"
import { type BaseCurrency, baseCurrency, baseCurrencyOf, storedPolicy } from "./brandPricing.ts"

interface BrandRow extends BaseCurrency {
  /** JSON text: it may hold texts that `jsonb` refuses. */
  readonly policy: string | null
  readonly price_types: ReadonlyArray<string>
}

interface ChangeRow extends Omit<StoredPolicyChange, "policy"> {
  readonly policy: string
}

const changedPolicy = storedJson("hangtag_price_policy_change.policy", PricePolicyRequest)

const make = Effect.map(SqlClient, (sql) => {
  const brand = fixedStatement(
    sql,
    ["org", "key"],
    ({ org, key }: Record<"org" | "key", string | null>) => sql<BrandRow>`
      select policy, price_types, ${baseCurrency(sql)} from hangtag_brand b
      where b.organization = ${org} and b.brand_key = ${key}`,
  )
  return PricePolicyRepository.of({
    find: Effect.fn("PricePolicyRepository.find")(function* (organization, brandKey) {
      const [row] = yield* scopedRead(
        sql,
        organization,
        "PricePolicyRepository.find",
        brand({ org: comparable(organization), key: comparable(brandKey) }),
      )
      if (row === undefined) return Option.none()
      return Option.some({
        policy: storedPolicy(row.policy, organization, brandKey),
        used_types: [...row.price_types].sort(compareText),
        ...baseCurrencyOf(row),
      })
    }),
    save: Effect.fn("PricePolicyRepository.save")((organization, brandKey, policy, { by, at }, expected) => {
      const where = sql`organization = ${comparable(organization)} and brand_key = ${comparable(brandKey)}`
      const work = Effect.gen(function* () {
        const [row] = yield* sql<Pick<BrandRow, "policy">>`
          select policy from hangtag_brand where ${where} for update`
        if (row === undefined) return Option.none()
        // one that cannot be read is mended by another, whatever it was
        const before = Result.try(() => storedPolicy(row.policy, organization, brandKey))
        if (expected !== undefined && !(Result.isSuccess(before) && expected(before.success)))
          return yield* new ChangedMeanwhile({ resource: "price policy", key: brandKey })
        if (Result.isSuccess(before) && Equal.equals(before.success, policy)) return Option.some(policy)
        const text = JSON.stringify(policy)
        yield* sql`update hangtag_brand set policy = ${text} where ${where}`
        // the brand's row is locked: no other change takes the number meanwhile
        yield* sql`
          insert into hangtag_price_policy_change
            (organization, brand_key, revision, policy, changed_at, changed_by)
          select ${organization}, ${brandKey}, coalesce(max(revision), 0) + 1, ${text}, ${at}, ${storedText(by)}
          from hangtag_price_policy_change where ${where}`
        return Option.some(policy)
      })
      return scoped(sql, organization, "PricePolicyRepository.save", work)
    }),
    history: Effect.fn("PricePolicyRepository.history")((organization, brandKey, { limit, after }) => {
      const where = sql`organization = ${comparable(organization)} and brand_key = ${comparable(brandKey)}`
      const work = Effect.gen(function* () {
        const [known] = yield* sql`select from hangtag_brand where ${where}`
        if (known === undefined) return Option.none()
        const rows = yield* sql<ChangeRow>`
          select revision::float8 as revision, policy, changed_at::float8 as changed_at, changed_by
          from hangtag_price_policy_change
          where ${where} and (${after}::bigint is null or revision < ${after})
          order by hangtag_price_policy_change.revision desc limit ${limit}`
        return Option.some(
          rows.map(
            ({ policy, ...row }): StoredPolicyChange => ({
              ...row,
              policy: changedPolicy(policy, organization, brandKey, `${row.revision}`),
            }),
          ),
        )
      })
      return scoped(sql, organization, "PricePolicyRepository.history", work)
    }),
  })
})

/** `PricePolicyRepository` on Postgres; the database must be migrated. */
export const PostgresPricePolicyRepository: Layer.Layer<PricePolicyRepository, never, SqlClient> =
  Layer.effect(PricePolicyRepository, make)

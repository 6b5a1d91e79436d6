import {
  ChangedMeanwhile,
  compareText,
  noPricePolicy,
  type PricePolicy,
  PricePolicyRepository,
} from "@hangtag/core"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { fixedStatement } from "../sql/fixedStatement.ts"
import { scoped, scopedRead } from "../sql/scoped.ts"
import { comparable } from "../sql/storable.ts"

interface BrandRow {
  /** JSON text: it may hold texts that `jsonb` refuses. */
  readonly policy: string | null
  readonly price_types: ReadonlyArray<string>
}

const policyOf = ({ policy }: Pick<BrandRow, "policy">): PricePolicy =>
  policy === null ? noPricePolicy : (JSON.parse(policy) as PricePolicy)

const make = Effect.map(SqlClient, (sql) => {
  const brand = fixedStatement(
    sql,
    ["org", "key"],
    ({ org, key }: Record<"org" | "key", string | null>) => sql<BrandRow>`
      select policy, price_types from hangtag_brand where organization = ${org} and brand_key = ${key}`,
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
      return Option.some({ policy: policyOf(row), used_types: [...row.price_types].sort(compareText) })
    }),
    save: Effect.fn("PricePolicyRepository.save")((organization, brandKey, policy, expected) => {
      const where = sql`organization = ${comparable(organization)} and brand_key = ${comparable(brandKey)}`
      const work = Effect.gen(function* () {
        const [row] = yield* sql<Pick<BrandRow, "policy">>`
          select policy from hangtag_brand where ${where} for update`
        if (row === undefined) return Option.none()
        if (expected?.(policyOf(row)) === false)
          return yield* new ChangedMeanwhile({ resource: "price policy", key: brandKey })
        yield* sql`update hangtag_brand set policy = ${JSON.stringify(policy)} where ${where}`
        return Option.some(policy)
      })
      return scoped(sql, organization, "PricePolicyRepository.save", work)
    }),
  })
})

/** `PricePolicyRepository` on Postgres; the database must be migrated. */
export const PostgresPricePolicyRepository: Layer.Layer<PricePolicyRepository, never, SqlClient> =
  Layer.effect(PricePolicyRepository, make)

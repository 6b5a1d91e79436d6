import { type BrandPricing, basePriceList } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"

export interface BaseCurrency {
  readonly base_currency: string | null
}

/** The currency of the organization's list `base`, beside columns of the table of brands, `b`. */
export const baseCurrency = (sql: SqlClient) =>
  sql`(select l.currency from hangtag_price_list l
    where l.organization = b.organization and l.price_list = ${sql.literal(`'${basePriceList}'`)}) as base_currency`

export const baseCurrencyOf = ({ base_currency }: BaseCurrency): Pick<BrandPricing, "base_currency"> =>
  base_currency === null ? {} : { base_currency }

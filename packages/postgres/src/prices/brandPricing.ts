import { type BrandPricing, basePriceList, noPricePolicy, type PricePolicy } from "@hangtag/core"
import { PricePolicyRequest } from "@hangtag/core/adapter"
import type { SqlClient } from "effect/sql/SqlClient"
import { storedJson } from "../database/storedJson.ts"

const read = storedJson("hangtag_brand.policy", PricePolicyRequest)

/** A brand's policy as it is kept, null where it was given none; a member of which it is older is none of that kind. */
export const storedPolicy = (text: string | null, organization: string, brandKey: string): PricePolicy =>
  text === null ? noPricePolicy : read(text, organization, brandKey)

export interface BaseCurrency {
  readonly base_currency: string | null
}

/** The currency of the organization's list `base`, beside columns of the table of brands, `b`. */
export const baseCurrency = (sql: SqlClient) =>
  sql`(select l.currency from hangtag_price_list l
    where l.organization = b.organization and l.price_list = ${sql.literal(`'${basePriceList}'`)}) as base_currency`

export const baseCurrencyOf = ({ base_currency }: BaseCurrency): Pick<BrandPricing, "base_currency"> =>
  base_currency === null ? {} : { base_currency }

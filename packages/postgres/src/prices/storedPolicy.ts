import { noPricePolicy, type PricePolicy } from "@hangtag/core"
import { PricePolicyRequest } from "@hangtag/core/adapter"
import { storedJson } from "../database/storedJson.ts"

const read = storedJson("hangtag_brand.policy", PricePolicyRequest)

/** A brand's policy as it is kept, null where it was given none; a member of which it is older is none of that kind. */
export const storedPolicy = (text: string | null, organization: string, brandKey: string): PricePolicy =>
  text === null ? noPricePolicy : read(text, organization, brandKey)

import { pathOf } from "../app/address.ts"
import { Link } from "../parts/Link.tsx"

/** The rules of a policy, as the policy page has them. */
export const rules = ["notice", "limits", "endings", "blackouts", "types", "enforcement"] as const
export type Rule = (typeof rules)[number]

const ruleOf: Readonly<Record<string, Rule>> = {
  notice_too_short: "notice",
  return_too_soon: "notice",
  above_msrp: "limits",
  below_map: "limits",
  large_change: "limits",
  ending: "endings",
  blackout: "blackouts",
  return_in_blackout: "blackouts",
  unknown_price_type: "types",
}

interface RuleLinkProps {
  /** Of a warning. */
  readonly kind: string
  readonly brand: string | null
  /** Where there is little room. */
  readonly text?: string
}

/** From a warning to the rule that it is about; nothing where no policy has one. */
export const RuleLink = ({ kind, brand, text = "See the rule" }: RuleLinkProps) => {
  const rule = ruleOf[kind]
  if (rule === undefined || brand === null) return null
  return (
    <Link href={pathOf("policy", { brand, rule })} class="rule">
      {text}
    </Link>
  )
}

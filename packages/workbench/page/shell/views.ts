import type { FunctionComponent } from "preact"
import type { ViewName } from "../app/caller.ts"
import { Adjust } from "../views/adjust/Adjust.tsx"
import { Batches } from "../views/batches/Batches.tsx"
import { Discoveries } from "../views/discoveries/Discoveries.tsx"
import { Exports } from "../views/exports/Exports.tsx"
import { Health } from "../views/health/Health.tsx"
import { Policy } from "../views/policy/Policy.tsx"
import { PriceChange } from "../views/priceChange/PriceChange.tsx"
import { Republish } from "../views/republish/Republish.tsx"
import { Upcoming } from "../views/upcoming/Upcoming.tsx"

interface View {
  readonly name: ViewName
  readonly title: string
  readonly View: FunctionComponent
}

/** The views in the order of the navigation. */
export const views: ReadonlyArray<View> = [
  { name: "price-change", title: "Price change", View: PriceChange },
  { name: "adjust", title: "Bulk adjust", View: Adjust },
  { name: "batches", title: "Batches", View: Batches },
  { name: "upcoming", title: "Goes live next", View: Upcoming },
  { name: "policy", title: "Price policy", View: Policy },
  { name: "republish", title: "Republish", View: Republish },
  { name: "exports", title: "Exports", View: Exports },
  { name: "discoveries", title: "Discoveries", View: Discoveries },
  { name: "health", title: "Health", View: Health },
]

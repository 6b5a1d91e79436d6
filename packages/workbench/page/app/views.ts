import type { Caller } from "@hangtag/client"
import type { FunctionComponent } from "preact"
import { Adjust } from "../views/adjust/Adjust.tsx"
import { Batches } from "../views/batches/Batches.tsx"
import { Discoveries } from "../views/discoveries/Discoveries.tsx"
import { Exports } from "../views/exports/Exports.tsx"
import { Health } from "../views/health/Health.tsx"
import { PriceChange } from "../views/priceChange/PriceChange.tsx"
import { Republish } from "../views/republish/Republish.tsx"
import { Upcoming } from "../views/upcoming/Upcoming.tsx"

type Permission = Caller["permissions"][number]

interface View {
  readonly name: string
  readonly title: string
  readonly needs: ReadonlyArray<Permission>
  readonly View: FunctionComponent
}

/** The views in the order of the navigation. */
export const views: ReadonlyArray<View> = [
  {
    name: "price-change",
    title: "Price change",
    needs: ["price:read", "product:read"],
    View: PriceChange,
  },
  {
    name: "adjust",
    title: "Bulk adjust",
    needs: ["price:write", "product:read"],
    View: Adjust,
  },
  {
    name: "batches",
    title: "Batches",
    needs: ["batch:read"],
    View: Batches,
  },
  {
    name: "upcoming",
    title: "Goes live next",
    needs: ["price:read", "product:read"],
    View: Upcoming,
  },
  {
    name: "republish",
    title: "Republish",
    needs: ["price:write", "batch:read"],
    View: Republish,
  },
  {
    name: "exports",
    title: "Exports",
    needs: ["product:read"],
    View: Exports,
  },
  {
    name: "discoveries",
    title: "Discoveries",
    needs: ["job:create"],
    View: Discoveries,
  },
  {
    name: "health",
    title: "Health",
    needs: [],
    View: Health,
  },
]

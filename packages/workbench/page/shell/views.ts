import type { FunctionComponent } from "preact"
import type { ViewName } from "../app/caller.ts"
import { Health } from "../views/health/Health.tsx"
import { Prices } from "../views/prices/Prices.tsx"
import { lazily } from "./lazily.tsx"

interface View {
  readonly name: ViewName
  readonly title: string
  readonly View: FunctionComponent
}

const changes = () => import("../views/changes.ts")
const others = () => import("../views/others.ts")

/** The views in the order of the navigation; the first is part of what every page reads, and so is the last, for which a file of its own is too small. */
export const views: ReadonlyArray<View> = [
  { name: "prices", title: "Prices", View: Prices },
  {
    name: "sheets",
    title: "Price sheets",
    View: lazily(async () => (await import("../views/sheets/Sheets.tsx")).Sheets),
  },
  { name: "price-change", title: "Price change", View: lazily(async () => (await changes()).PriceChange) },
  { name: "adjust", title: "Bulk adjust", View: lazily(async () => (await changes()).Adjust) },
  {
    name: "batches",
    title: "Batches",
    View: lazily(async () => (await import("../views/batches/Batches.tsx")).Batches),
  },
  {
    name: "upcoming",
    title: "Goes live next",
    View: lazily(async () => (await import("../views/upcoming/Upcoming.tsx")).Upcoming),
  },
  { name: "lists", title: "Price lists", View: lazily(async () => (await others()).Lists) },
  { name: "policy", title: "Price policy", View: lazily(async () => (await others()).Policy) },
  { name: "republish", title: "Republish", View: lazily(async () => (await others()).Republish) },
  { name: "exports", title: "Exports", View: lazily(async () => (await others()).Exports) },
  { name: "discoveries", title: "Discoveries", View: lazily(async () => (await others()).Discoveries) },
  { name: "health", title: "Health", View: Health },
]

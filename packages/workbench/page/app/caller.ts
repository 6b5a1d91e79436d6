import type { Caller } from "@hangtag/client"
import { createContext } from "preact"
import { useContext } from "preact/hooks"

type Permission = Caller["permissions"][number]

/** What a caller must be permitted to be shown a view. */
export const viewNeeds = {
  prices: ["price:read"],
  sheets: ["price:read"],
  "price-change": ["price:read", "product:read"],
  adjust: ["price:write", "product:read"],
  batches: ["batch:read"],
  upcoming: ["price:read", "product:read"],
  lists: ["price:read"],
  policy: ["price:read", "product:read"],
  republish: ["price:write", "batch:read"],
  exports: ["product:read"],
  discoveries: ["job:create"],
  health: [],
} as const satisfies Readonly<Record<string, ReadonlyArray<Permission>>>

/** What shows all price lists together. */
const ofAllLists: ReadonlySet<string> = new Set(["prices", "sheets", "lists"])

export type ViewName = keyof typeof viewNeeds

export const maySee = (
  { permissions, price_lists }: Pick<Caller, "permissions" | "price_lists">,
  view: ViewName,
): boolean =>
  // what all lists have together is no part of an answer to those who are bound to some
  !(ofAllLists.has(view) && price_lists !== undefined) &&
  viewNeeds[view].every((permission) => permissions.includes(permission))

/** Who calls, and what they may do. */
export const CallerContext = createContext<Caller>({ organization: "", subject: "", permissions: [] })

export const useCaller = (): Caller => useContext(CallerContext)

/** Whether the caller may do this; what they may not is not shown. */
export const useMay = (permission: Permission): boolean =>
  useContext(CallerContext).permissions.includes(permission)

/** Whether the caller may see a view; what is no view's name anybody may. */
export const useMaySee = (view: string): boolean => {
  const caller = useContext(CallerContext)
  return !(view in viewNeeds) || maySee(caller, view as ViewName)
}

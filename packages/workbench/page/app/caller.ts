import type { Caller } from "@hangtag/client"
import { createContext } from "preact"
import { useContext } from "preact/hooks"

type Permission = Caller["permissions"][number]

/** Who calls, and what they may do. */
export const CallerContext = createContext<Caller>({ organization: "", subject: "", permissions: [] })

/** Whether the caller may do this; what they may not is not shown. */
export const useMay = (permission: Permission): boolean =>
  useContext(CallerContext).permissions.includes(permission)

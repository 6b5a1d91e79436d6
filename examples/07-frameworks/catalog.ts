import type { Permission } from "@hangtag/core"
import { holidayMarkdown, makeTestHangtag } from "@hangtag/testkit"

/** What is mounted here: a catalog in memory. Yours is made with `makeHangtag`, over your ports. */
export const hangtag = await makeTestHangtag({ seed: holidayMarkdown, organization: "shop" })

/** Your users, by their key. */
export const users: Readonly<Record<string, { readonly name: string }>> = { "key-1": { name: "ann" } }

/** What they may do. */
export const permissions: ReadonlyArray<Permission> = ["variant:read", "price:read", "product:read"]

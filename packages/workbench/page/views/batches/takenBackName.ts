import type { PriceBatch } from "@hangtag/client"

/** How the server names a batch that takes another one back, before the other's name or key. */
export const takesBack = "Takes back "

/** What a batch takes back, by its name where that is known: no one remembers keys. Null where it takes nothing back. */
export const takenBackName = ({ name, reverts }: Pick<PriceBatch, "name" | "reverts">): string | null =>
  reverts !== null && name?.startsWith(takesBack) ? name.slice(takesBack.length) : reverts

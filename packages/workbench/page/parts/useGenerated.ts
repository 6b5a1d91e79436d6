import { open, pathOf } from "../app/address.ts"
import { useMaySee } from "../app/caller.ts"
import { tell } from "../app/notices.ts"
import { counted } from "../format/decimal.ts"
import { isolated } from "../format/isolated.ts"

/** Says that drafts were generated into a batch, with what there is to say besides, and opens it for who may look at it. */
export const useGenerated = () => {
  const mayLook = useMaySee("batches")
  return (drafts: number, key: string, more = ""): void => {
    const next = mayLook ? ": look at them, then publish" : ` in ${isolated(key)}`
    tell(`${counted(drafts, "draft")} generated${next}${more}`)
    if (mayLook) open(pathOf("batches", { key }))
  }
}

import type { PriceBatch } from "@hangtag/client"
import { open, pathOf } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { tell } from "../../app/notices.ts"
import { useDo } from "../../app/useDo.ts"
import { counted } from "../../format/decimal.ts"
import { Button } from "../../parts/Button.tsx"
import { tellError } from "../../parts/tellError.ts"

const outcomes = {
  withdrawn: "will not come",
  returned: "go back to what they were",
  unchanged: "stay as they are",
  superseded: "were replaced since and stay",
  no_earlier_price: "had no price before and keep this one",
  set_again: "are scheduled again",
  already_withdrawn: "were withdrawn already",
} as const

/** Makes the batch that takes another one back, and opens it. */
export const useTakeBack = () => {
  const revert = useDo(
    (idempotencyKey, batch_key: string) => api.revertPriceBatch({ batch_key }, { idempotencyKey }),
    tellError,
  )
  return {
    isBusy: revert.isBusy,
    run: async (key: string) => {
      const made = await revert.run(key)
      if (made === undefined) return
      const said = Object.entries(made.outcomes)
        .filter(([, count]) => count > 0)
        .map(([outcome, count]) => `${counted(count, "price")} ${outcomes[outcome as keyof typeof outcomes]}`)
      tell(`Once you publish this batch, ${said.join("; ")}`)
      open(pathOf("batches", { key: made.batch_key }))
    },
  }
}

export const TakeBack = ({ batch }: { readonly batch: PriceBatch }) => {
  const takeBack = useTakeBack()
  return (
    <Button isBusy={takeBack.isBusy} onClick={() => void takeBack.run(batch.key)}>
      {batch.reverts === null ? "Take it back" : "Undo the taking back"}
    </Button>
  )
}

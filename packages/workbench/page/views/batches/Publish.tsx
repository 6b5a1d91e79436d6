import type { PriceBatch } from "@hangtag/client"
import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useCaller } from "../../app/caller.ts"
import { forgetLines } from "../../app/lastPlace.ts"
import { tell } from "../../app/notices.ts"
import type { ListNames } from "../../app/priceLists.ts"
import type { Asked } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { counted } from "../../format/decimal.ts"
import { isolated } from "../../format/isolated.ts"
import { MainAct } from "../../parts/MainAct.tsx"
import { Confirm } from "./Confirm.tsx"
import { Refused } from "./Refused.tsx"
import type { WarnedOf } from "./readReview.ts"
import { useTakeBack } from "./TakeBack.tsx"
import { takenBackName } from "./takenBackName.ts"
import type { Moments } from "./useMoments.ts"

interface PublishProps {
  readonly batch: PriceBatch
  readonly zone: string
  readonly lists: ListNames
  readonly moments: Asked<Moments>
  readonly warnings: WarnedOf
  /** Whether that is still looked for. */
  readonly isReviewing: boolean
  readonly onPublished: () => void
  /** The batch may be another one by now. */
  readonly onRefused: () => Promise<void>
}

/** Publishes an open batch, once it is said of how much, where and from when: it stands above, and can be taken back after. */
export const Publish = ({
  batch,
  zone,
  lists,
  moments,
  warnings,
  isReviewing,
  onPublished,
  onRefused,
}: PublishProps) => {
  const [accept, setAccept] = useState({ moved: false, backdated: false })
  const [isAsking, setAsking] = useState(false)
  const { subject } = useCaller()
  const takeBack = useTakeBack()
  const publish = useDo(
    (idempotencyKey, on_moved: "accept" | "refuse", allow_backdated: boolean) =>
      api.publishPriceBatch({ batch_key: batch.key, on_moved, allow_backdated }, { idempotencyKey }),
    () => void onRefused().catch(() => {}),
  )
  const takenBack = takenBackName(batch)
  const work = async () => {
    const receipt = await publish.run(accept.moved ? "accept" : "refuse", accept.backdated)
    if (receipt === undefined) return
    forgetLines(batch)
    const name = batch.name ?? batch.key
    if (receipt.published_by !== subject)
      tell(
        `${isolated(name)} was published by ${isolated(receipt.published_by)} before you: nothing was published twice`,
      )
    else if (takenBack === null)
      tell(`${isolated(name)}: ${counted(receipt.records, "price")} published`, {
        label: "Take it back",
        run: () => void takeBack.run(batch.key),
      })
    else tell(`${isolated(takenBack)} is taken back: ${counted(receipt.records, "change")}`)
    onPublished()
  }
  const size = batch.counts.records + batch.counts.withdrawals
  if (size === 0) return null
  const what =
    takenBack === null
      ? `Publish ${counted(size, "change")}`
      : `Publish: take ${counted(size, "change")} back`
  const risks = warnings.count === 0 ? "" : ` · ${counted(warnings.count, "warning")}`
  return (
    <div class="generate">
      {publish.error !== undefined && (
        <Refused
          brand={batch.brand_key}
          error={publish.error}
          zone={zone}
          accept={accept}
          onAccept={setAccept}
        />
      )}
      {isAsking && (
        <Confirm
          title={`${what}?`}
          moments={moments.data}
          {...{ lists, zone, warnings }}
          brand={batch.brand_key}
          onPublish={() => void work()}
          onClose={() => setAsking(false)}
        />
      )}
      <div class="actions">
        <MainAct
          isBusy={publish.isBusy}
          isOff={isReviewing || moments.isLoading}
          onPress={() => setAsking(true)}
        >
          {what + risks}
        </MainAct>
        <p class="muted">
          {takenBack === null
            ? "Dealers see them once you publish; each begins on its day. All of it can be taken back."
            : `Nothing is taken back yet: publishing does it, all of ${takenBack} at one moment.`}
        </p>
      </div>
    </div>
  )
}

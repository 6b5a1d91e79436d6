import type { PriceBatch, PriceWarning } from "@hangtag/client"
import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useCaller } from "../../app/caller.ts"
import { forgetLines } from "../../app/lastPlace.ts"
import { tell } from "../../app/notices.ts"
import { useDo } from "../../app/useDo.ts"
import { usePress } from "../../app/usePress.ts"
import { counted } from "../../format/decimal.ts"
import { isolated } from "../../format/isolated.ts"
import { MainAct } from "../../parts/MainAct.tsx"
import { Warned } from "../../policy/Warned.tsx"
import { Refused } from "./Refused.tsx"
import { useTakeBack } from "./TakeBack.tsx"
import { takenBackName } from "./takenBackName.ts"

/** What of the policy a batch breaks: how much in all, and what of it is read. */
export interface WarnedOf {
  readonly count: number
  readonly shown: ReadonlyArray<{
    readonly by: Pick<PriceWarning, "kind" | "message">
    readonly of: ReadonlyArray<string>
    readonly brand: string | null
  }>
}

interface PublishProps {
  readonly batch: PriceBatch
  readonly zone: string
  readonly warnings: WarnedOf
  /** Whether that is still looked for: a press waits for it. */
  readonly isReviewing: boolean
  readonly onPublished: () => void
  /** The batch may be another one by now. */
  readonly onRefused: () => Promise<void>
}

const most = 8

/** Publishes an open batch: what it does stands above, and can be taken back after. With warnings it asks first. */
export const Publish = ({ batch, zone, warnings, isReviewing, onPublished, onRefused }: PublishProps) => {
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
    if (warnings.count > 0 && !isAsking) return setAsking(true)
    setAsking(false)
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
  const { isPressed, press } = usePress({ isLoading: isReviewing, isReady: true }, work)
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
        <div class="remark warn refused" role="alert">
          <div>
            <h3>Publish with {counted(warnings.count, "warning")}?</h3>
            <ul>
              {warnings.shown.slice(0, most).map(({ by, of, brand }) => (
                <li key={by.message}>
                  <Warned {...{ by, of, zone }} brand={brand ?? batch.brand_key} />
                </li>
              ))}
            </ul>
            {warnings.count > Math.min(most, warnings.shown.length) && (
              <p>
                All of them stand at <a href="#review">the colorways that they are about</a>.
              </p>
            )}
          </div>
        </div>
      )}
      <div class="actions">
        <MainAct isBusy={publish.isBusy || isPressed} onPress={press}>
          {isAsking ? "Publish all the same" : what + risks}
        </MainAct>
        {isAsking && (
          <button class="button" type="button" onClick={() => setAsking(false)}>
            Not yet
          </button>
        )}
        <p class="muted">
          {takenBack === null
            ? "Dealers see them once you publish; each begins on its day. All of it can be taken back."
            : `Nothing is taken back yet: publishing does it, all of ${takenBack} at one moment.`}
        </p>
      </div>
    </div>
  )
}

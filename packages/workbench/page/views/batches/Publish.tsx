import { HangtagError, type PriceBatch, type PriceChangeConflict } from "@hangtag/client"
import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { forgetLines } from "../../app/lastPlace.ts"
import { tell } from "../../app/notices.ts"
import { useDo } from "../../app/useDo.ts"
import { counted, showAmount } from "../../format/decimal.ts"
import { useTakeBack } from "./TakeBack.tsx"
import { takenBackName } from "./takenBackName.ts"

/** Publishes an open batch: what it does stands above, and can be taken back after. */
export const Publish = ({
  batch,
  onPublished,
}: {
  readonly batch: PriceBatch
  readonly onPublished: () => void
}) => {
  const [accept, setAccept] = useState({ moved: false, backdated: false })
  const takeBack = useTakeBack()
  const publish = useDo((idempotencyKey, on_moved: "accept" | "refuse", allow_backdated: boolean) =>
    api.publishPriceBatch({ key: batch.key, body: { on_moved, allow_backdated } }, { idempotencyKey }),
  )
  const takenBack = takenBackName(batch)
  const press = async () => {
    const receipt = await publish.run(accept.moved ? "accept" : "refuse", accept.backdated)
    if (receipt === undefined) return
    forgetLines(batch)
    const name = batch.name ?? batch.key
    if (takenBack === null)
      tell(`${name}: ${counted(receipt.records, "price")} published`, {
        label: "Take it back",
        run: () => void takeBack.run(batch.key),
      })
    else tell(`${takenBack} is taken back: ${counted(receipt.records, "change")}`)
    onPublished()
  }
  const size = batch.counts.records + batch.counts.withdrawals
  if (size === 0) return null
  return (
    <div class="generate">
      {publish.error !== undefined && <Refused error={publish.error} accept={accept} onAccept={setAccept} />}
      <div class="actions">
        <button class="button primary" type="button" aria-busy={publish.isBusy} onClick={() => void press()}>
          {takenBack === null
            ? `Publish ${counted(size, "change")}`
            : `Publish: take ${counted(size, "change")} back`}
        </button>
        <p class="muted">
          {takenBack === null
            ? "Dealers see them once you publish; each begins on its day. All of it can be taken back."
            : `Nothing is taken back yet: publishing does it, all of ${takenBack} at one moment.`}
        </p>
      </div>
    </div>
  )
}

type Accept = { readonly moved: boolean; readonly backdated: boolean }

interface RefusedProps {
  readonly error: Error
  readonly accept: Accept
  readonly onAccept: (accept: Accept) => void
}

const Refused = ({ error, accept, onAccept }: RefusedProps) => {
  const { moved = [], warnings = [] } = (
    error instanceof HangtagError && error.status === 409 ? error.body : {}
  ) as Partial<Exact<PriceChangeConflict>>
  const isBackdated = warnings.some(({ kind }) => kind === "backdated") || /passed/.test(error.message)
  return (
    <div class="remark bad refused" role="alert">
      <div>
        <h3>Nothing was published</h3>
        <p>{error.message}</p>
        <ul>
          {moved.slice(0, 8).map(({ variant_key, price_type, was, is }) => (
            <li key={`${variant_key} ${price_type}`}>
              {variant_key} {price_type}: was {was ? showAmount(was.amount) : "none"}, is{" "}
              {is ? showAmount(is.amount) : "none"}
            </li>
          ))}
          {moved.length > 8 && <li>and {counted(moved.length - 8, "other")}</li>}
          {warnings.slice(0, 8).map(({ kind, line, message }) => (
            <li key={`${kind} ${line} ${message}`}>{message}</li>
          ))}
        </ul>
        {moved.length > 0 && (
          <label class="check">
            <input
              type="checkbox"
              checked={accept.moved}
              onChange={(event) => onAccept({ ...accept, moved: event.currentTarget.checked })}
            />
            I have seen what moved: publish over it
          </label>
        )}
        {isBackdated && (
          <label class="check">
            <input
              type="checkbox"
              checked={accept.backdated}
              onChange={(event) => onAccept({ ...accept, backdated: event.currentTarget.checked })}
            />
            Publish although the day has passed
          </label>
        )}
      </div>
    </div>
  )
}

import { useEffect, useRef } from "preact/hooks"
import type { ListNames } from "../../app/priceLists.ts"
import { counted } from "../../format/decimal.ts"
import { showInstant, showZone } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { MainAct } from "../../parts/MainAct.tsx"
import { Warned } from "../../policy/Warned.tsx"
import type { WarnedOf } from "./readReview.ts"
import type { Moment, Moments } from "./useMoments.ts"

interface ConfirmProps {
  readonly title: string
  readonly moments: Moments | undefined
  readonly lists: ListNames
  readonly zone: string
  readonly warnings: WarnedOf
  /** The batch's; null: of several. */
  readonly brand: string | null
  readonly onPublish: () => void
  readonly onClose: () => void
}

const most = 8

/** How much of one list, and when. */
const sumOf = (moments: ReadonlyArray<Moment>, zone: string): string => {
  const sum = (of: "records" | "withdrawals") => moments.reduce((total, each) => total + each[of], 0)
  const [sets, withdraws] = [sum("records"), sum("withdrawals")]
  const [first, last] = [moments[0]!, moments.at(-1)!].map(({ at }) => showInstant(Date.parse(at), zone))
  return [
    ...(sets > 0 ? [counted(sets, "price")] : []),
    ...(withdraws > 0 ? [`${counted(withdraws, "price")} that will not come`] : []),
    first === last ? `from ${first}` : `the first from ${first}, the last from ${last}`,
  ].join(", ")
}

/** Asks before something is published: how many prices of which lists, from when, and what of the policy they break. */
export const Confirm = ({
  title,
  moments,
  lists,
  zone,
  warnings,
  brand,
  onPublish,
  onClose,
}: ConfirmProps) => {
  const [dialog, heading] = [useRef<HTMLDialogElement>(null), useRef<HTMLHeadingElement>(null)]
  useEffect(() => {
    dialog.current?.showModal()
    // a key that is held down presses nothing
    heading.current?.focus()
  }, [])
  const close = () => dialog.current?.close()
  const byList = Map.groupBy(moments?.items ?? [], ({ price_list }) => price_list)
  return (
    <dialog class="over" ref={dialog} aria-labelledby="confirm" onClose={onClose}>
      <div>
        <h2 id="confirm" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <ul>
          {[...byList].map(([list, own]) => (
            <li key={list}>
              {lists.nameOf(list) !== undefined && (
                <>
                  <bdi>{lists.nameOf(list)}</bdi>:{" "}
                </>
              )}
              {sumOf(own, zone)}
            </li>
          ))}
        </ul>
        {moments !== undefined && (
          <p class="muted">
            {moments.total > moments.items.length && "Of the first of them. "}
            {showZone(zone)}. Dealers see them once they are published; all of it can be taken back.
          </p>
        )}
        {warnings.count > 0 && (
          <div class="remark warn refused">
            <div>
              <h3>With {counted(warnings.count, "warning")}</h3>
              <ul>
                {warnings.shown.slice(0, most).map(({ by, of, brand: own }) => (
                  <li key={by.message}>
                    <Warned {...{ by, of, zone }} brand={own ?? brand} />
                  </li>
                ))}
              </ul>
              {warnings.count > Math.min(most, warnings.shown.length) && (
                <p>All of them stand at the colorways that they are about.</p>
              )}
            </div>
          </div>
        )}
        <p class="actions">
          <MainAct
            isBusy={false}
            onPress={() => {
              close()
              onPublish()
            }}
          >
            {warnings.count > 0 ? "Publish all the same" : "Publish"}
          </MainAct>
          <Button onClick={close}>Not yet</Button>
        </p>
      </div>
    </dialog>
  )
}

import { HangtagError, type OnCollision, type PriceChangeConflict } from "@hangtag/client"
import { open, pathOf } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMaySee } from "../../app/caller.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { rememberLines } from "../../app/lastPlace.ts"
import { tell } from "../../app/notices.ts"
import { useDo } from "../../app/useDo.ts"
import { usePress } from "../../app/usePress.ts"
import { counted, showAmount } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"
import { type Line, wireLine } from "./lines.ts"

interface GenerateProps {
  readonly brand: string
  readonly product: string
  readonly color: string
  /** What the batch is called. */
  readonly name: string
  readonly zone: string
  /** Those that change something. */
  readonly lines: ReadonlyArray<Line>
  readonly basis: string
  readonly choices: Required<OnCollision>
  /** Why it cannot be generated, if so. */
  readonly reason: string | undefined
  /** Whether the preview of these lines is still awaited. */
  readonly isLoading: boolean
  readonly onLookAgain: () => void
  readonly onEndWithout: () => void
}

/** Makes a batch of drafts of the lines; nothing is seen by dealers before it is published. */
export const Generate = ({
  brand,
  product,
  color,
  name,
  zone,
  lines,
  basis,
  choices,
  reason,
  isLoading,
  ...on
}: GenerateProps) => {
  const mayLook = useMaySee("batches")
  const generate = useDo(async (idempotencyKey, asked: string) => {
    const body = JSON.parse(asked)
    return api.generatePriceChange({ brand_key: brand, body }, { idempotencyKey })
  })
  const work = async () => {
    const wire = lines.map((line) => ({
      ...wireLine(line),
      ...(line.until && { effective_until: line.until }),
      ...(line.endsWithout && { return: "none" as const }),
    }))
    const colorways = [{ product_key: product, color, lines: wire, basis }]
    const done = await generate.run(
      JSON.stringify({ name: name.slice(0, 200), colorways, on_collision: choices }),
    )
    if (done?.batch_key == null) return
    rememberLines(done.batch_key, location.pathname + location.search)
    const drafts = done.created + done.colorways.reduce((sum, { returns }) => sum + returns, 0)
    tell(
      `${counted(drafts, "draft")} generated${mayLook ? ": look at them, then publish" : ` in ${done.batch_key}`}`,
    )
    if (mayLook) open(pathOf("batches", { key: done.batch_key }))
  }
  const isReady = lines.length > 0 && reason === undefined
  const { isPressed, press } = usePress({ isLoading, isReady }, work)
  return (
    <div class="generate">
      {generate.error !== undefined && (
        <Refused
          error={generate.error}
          zone={zone}
          onLookAgain={() => {
            generate.clear()
            on.onLookAgain()
          }}
          onEndWithout={() => {
            generate.clear()
            on.onEndWithout()
          }}
        />
      )}
      <div class="actions">
        {lines.length === 0 && !isLoading ? (
          <p class="muted">{reason ?? "Nothing changes yet: give a line another amount."}</p>
        ) : (
          <>
            <button
              class="button primary"
              type="button"
              aria-busy={generate.isBusy || isPressed}
              aria-disabled={reason !== undefined}
              aria-describedby="generate-why"
              onClick={() => reason === undefined && !generate.isBusy && press()}
            >
              Generate drafts
            </button>
            <p class="muted" id="generate-why">
              {reason ?? "Drafts wait in a batch. Dealers see nothing before you publish it."}
            </p>
          </>
        )}
      </div>
    </div>
  )
}

/** A 409's members; the client keeps the sentence alone, so they are asked for through `HangtagError.body`. */
type Conflict = Exact<PriceChangeConflict>

interface RefusedProps {
  readonly error: Error
  readonly zone: string
  readonly onLookAgain: () => void
  readonly onEndWithout: () => void
}

const most = 6

const Refused = ({ error, zone, onLookAgain, onEndWithout }: RefusedProps) => {
  const conflict = (
    error instanceof HangtagError && error.status === 409 ? error.body : {}
  ) as Partial<Conflict>
  const { stale = [], moved = [], no_return = [], collisions = [], warnings = [] } = conflict
  const hasMoved = stale.length + moved.length > 0
  return (
    <div class="remark bad refused" role="alert">
      <div>
        <h3>Nothing was generated</h3>
        {collisions.length === 0 && <p>{error.message}</p>}
        <ul>
          {moved.slice(0, most).map(({ variant_key, price_type, was, is }) => (
            <li key={`${variant_key} ${price_type}`}>
              {variant_key} {price_type}: was {was ? showAmount(was.amount) : "without a price"}, is{" "}
              {is ? `${showAmount(is.amount)} from ${showEffective(is.effective_from, zone)}` : "without one"}
            </li>
          ))}
          {warnings.slice(0, most).map(({ kind, line, message }) => (
            <li key={`${kind} ${line}`}>{message}</li>
          ))}
          {moved.length + warnings.length > 2 * most && <li>…</li>}
        </ul>
        {no_return.length > 0 && (
          <p>
            {counted(no_return.length, "price")} would have nothing to return to: before, there was none.{" "}
            <button class="button small" type="button" onClick={onEndWithout}>
              Let them end without a price
            </button>
          </p>
        )}
        {collisions.length > 0 && <p>Choose above what is to happen with the prices that it meets.</p>}
        {hasMoved && (
          <p>
            <button class="button small" type="button" onClick={onLookAgain}>
              Look at the prices as they are now
            </button>
          </p>
        )}
      </div>
    </div>
  )
}

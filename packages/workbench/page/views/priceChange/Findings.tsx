import type { OnCollision, PriceChangeResult } from "@hangtag/client"
import { pathOf, setState } from "../../app/address.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { counted, showAmount, showSaid } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"
import { Choices } from "../../parts/Field.tsx"
import { Link } from "../../parts/Link.tsx"
import { Warned } from "../../policy/Warned.tsx"
import { type CollisionKind, choiceWords, collisionChoices, kinds, kindWords } from "./collisionChoices.ts"
import { mostListed } from "./useChange.ts"
import type { Preview } from "./usePreview.ts"

type FutureRecord = Preview["future_records"][number]

const most = 3

interface FindingsProps {
  readonly brand: string
  readonly preview: Preview
  /** What generating would find, which knows when lines end; not there where nothing can be generated. */
  readonly found: Exact<PriceChangeResult>["colorways"][number] | undefined
  readonly zone: string
  readonly currency: string | null
  readonly choices: Required<OnCollision>
  /** Lines that change something, by their place in the preview. */
  readonly effective: ReadonlySet<number>
}

/** What of the policy a price change breaks, and what it meets, each with what can be done about it. */
export const Findings = ({ brand, preview, found, zone, currency, choices, effective }: FindingsProps) => {
  const warnings =
    found?.warnings ?? preview.warnings.filter(({ line }) => line !== null && effective.has(line))
  const met = kinds.flatMap((kind) => {
    const isMet =
      found === undefined || found.collisions.length >= mostListed
        ? ({ collisions }: FutureRecord) =>
            collisions.some((each) => each.kind === kind && effective.has(each.line))
        : ({ record_key }: FutureRecord) =>
            found.collisions.some((each) => each.kind === kind && each.record_key === record_key)
    const records = preview.future_records.filter(isMet)
    return records.length === 0 ? [] : [{ kind, records }]
  })
  const returns = [
    ...Map.groupBy(found?.moved_returns ?? preview.returns, ({ price_type, effective_from, was, becomes }) =>
      JSON.stringify([price_type, effective_from, was, becomes]),
    ).values(),
  ]
  if (warnings.length + met.length + returns.length === 0) return null
  return (
    <section class="panel" aria-label="Before you generate" id="findings" tabIndex={-1}>
      <header>
        <h2>Before you generate</h2>
      </header>
      <div class="inside">
        {warnings.length > 0 && (
          <ul class="findings">
            {warnings.map((by) => (
              <li class="remark warn" key={`${by.kind} ${by.line} ${by.message}`}>
                <Warned
                  {...{ by, brand, zone }}
                  of={
                    by.variant_keys.length < preview.variant_keys.length
                      ? [counted(by.variant_keys.length, "variant")]
                      : []
                  }
                />
              </li>
            ))}
          </ul>
        )}
        {returns.length > 0 && (
          <ul class="findings" aria-label="Ends of sales">
            {returns.slice(0, most).map((group) => {
              const { record_key, price_type, effective_from, was, becomes } = group[0]!
              const day = showEffective(effective_from, zone)
              return (
                <li class="remark" key={record_key}>
                  <span>
                    The sale of {price_type} that ends on {day}{" "}
                    {becomes === null
                      ? "is followed by the new price"
                      : `returns to ${showAmount(becomes, currency)}`}
                    , not to {showSaid({ amount: was }, currency)} ({counted(group.length, "variant")})
                  </span>
                </li>
              )
            })}
            {returns.length > most && <li class="muted">and {counted(returns.length - most, "other")}</li>}
          </ul>
        )}
        {met.map(({ kind, records }) => (
          <Collision key={kind} {...{ kind, records, zone, currency }} choice={choices[kind]} />
        ))}
      </div>
    </section>
  )
}

interface CollisionProps {
  readonly kind: CollisionKind
  readonly records: Preview["future_records"]
  readonly zone: string
  readonly currency: string | null
  readonly choice: keyof typeof choiceWords
}

const Collision = ({ kind, records, zone, currency, choice }: CollisionProps) => {
  const grouped = Map.groupBy(
    records,
    ({ price_type, amount, ends, effective_from, status, batch_key, returns_from }) =>
      JSON.stringify([
        price_type,
        amount,
        ends,
        effective_from,
        status,
        batch_key,
        returns_from !== undefined,
      ]),
  )
  const groups = [...grouped.values()]
  const drafts = records.filter(({ status }) => status === "draft").length
  const { title, text } = kindWords[kind]
  // what another batch has drafted cannot be withdrawn from here
  const options = collisionChoices[kind].filter((each) => each !== "withdraw" || drafts < records.length)
  return (
    <div class="collision">
      <div>
        <h3>
          {title} <span class="badge">{counted(records.length, "price")}</span>
        </h3>
        <p class="muted">{text}</p>
        <ul>
          {groups.slice(0, most).map((group) => {
            const { record_key, price_type, effective_from, status, batch_key, returns_from } = group[0]!
            return (
              <li key={record_key}>
                {price_type} <b>{showSaid(group[0]!, currency)}</b> from {showEffective(effective_from, zone)}
                , {returns_from !== undefined && "when a sale ends, "}
                {status === "draft" ? "a draft" : "scheduled"}
                {batch_key !== null && (
                  <>
                    {" "}
                    of <Link href={pathOf("batches", { key: batch_key })}>{batch_key}</Link>
                  </>
                )}
                , {counted(group.length, "size")}
              </li>
            )
          })}
          {groups.length > most && <li class="muted">and {counted(groups.length - most, "other")}</li>}
        </ul>
        {drafts > 0 && drafts < records.length && (
          <p class="hint">Drafts of other batches stay as they are, whatever is chosen.</p>
        )}
      </div>
      <Choices
        label={`${title}: what to do`}
        value={choice}
        options={options.map((each) => [each, choiceWords[each]] as const)}
        onChoose={(each) => setState({ [kind]: each === collisionChoices[kind][0] ? "" : each })}
      />
    </div>
  )
}

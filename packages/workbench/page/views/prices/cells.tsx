import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { pathOf } from "../../app/address.ts"
import { listMember } from "../../app/listMember.ts"
import { counted, showAmount, showRange } from "../../format/decimal.ts"
import { showDay, showNearDay } from "../../format/time.ts"
import { Link } from "../../parts/Link.tsx"
import { Sku } from "../../parts/Sku.tsx"
import { Swatch } from "../../parts/Swatch.tsx"
import type { Shown } from "./found.ts"
import { type Colorway, type Size, sizeName } from "./useTable.ts"

interface CellProps {
  readonly id: string
  readonly column: number
  readonly isAt: boolean
  readonly isChosen: boolean
}

const cell = ({ id, column, isAt, isChosen }: CellProps, name: string) => ({
  id,
  role: "gridcell" as const,
  "aria-colindex": column + 1,
  "aria-selected": isChosen,
  class: `${name}${isAt ? " at" : ""}${isChosen ? " chosen" : ""}`,
})

/** A colorway, which opens its sizes. */
export const NameCell = ({
  item: { name, color, product_key, variants, without_price },
  isOpen,
  list,
  ...of
}: CellProps & { readonly item: Colorway; readonly isOpen: boolean; readonly list: string }) => (
  <span {...cell(of, "name")} aria-expanded={isOpen}>
    <span class="line">
      <span aria-hidden="true">{isOpen ? "▾" : "▸"}</span>
      <Swatch color={color} />
      <bdi>
        {name}, {color}
      </bdi>
    </span>
    <span class="line muted">
      <Link href={pathOf("price-change", { product: product_key, color, ...listMember(list) })}>
        {product_key}
      </Link>
      <span>{counted(variants, "size")}</span>
      {without_price > 0 && <span class="missing">{without_price} without a price</span>}
    </span>
  </span>
)

/** What a table is of, for every price in it. */
export interface PricedIn {
  readonly currency: string | null
  /** The brand's. */
  readonly zone: string
  /** The name of another list, whose price is shown. */
  readonly nameOf: (list: string | null) => string | undefined
}

interface Change {
  readonly at: string
  /** None where the price ends. */
  readonly amount: string | undefined
}

interface PricedCellProps extends CellProps {
  readonly zone: string
  /** What is in force; none where there is no price. */
  readonly amount: string | undefined
  readonly change: Change | undefined
  readonly note: ComponentChildren
}

/** What is in force of a price type and a note, and the next change. Few elements: there are hundreds of such cells. */
const PricedCell = ({ zone, amount, change, note, ...of }: PricedCellProps) => (
  <span {...cell(of, "number")}>
    <span
      class={`line ${change && note ? "both" : ""} ${amount === undefined ? "muted" : ""}`}
      title={amount}
    >
      {change && note && <span class="muted">{note}</span>}
      {amount ?? "no price"}
    </span>
    {change === undefined ? (
      note && <span class="line muted">{note}</span>
    ) : (
      <span class="line muted then" title={showDay(Date.parse(change.at), zone)}>
        {`${change.amount ?? "none"} ${showNearDay(Date.parse(change.at), zone)}`}
      </span>
    )}
  </span>
)

type Ranged = Colorway["prices"][number]

export const PriceCell = ({
  price,
  variants,
  currency,
  nameOf,
  ...of
}: CellProps & PricedIn & { readonly price: Ranged | undefined; readonly variants: number }) => {
  const range = (amounts: Ranged["amounts"] | undefined) =>
    amounts == null ? undefined : showRange(amounts, currency)
  const from = nameOf(price?.from_list ?? null)
  return (
    <PricedCell
      {...of}
      amount={range(price?.amounts)}
      change={price?.change ? { at: price.change.at, amount: range(price.change.amounts) } : undefined}
      note={
        price !== undefined && price.amounts !== null && price.priced < variants ? (
          `${price.priced} of ${variants}`
        ) : from !== undefined ? (
          <bdi>from {from}</bdi>
        ) : (
          price !== undefined && price.own < price.priced && `${price.own} own`
        )
      }
    />
  )
}

/** The price of one size; none yet while its sizes are read. */
export const SizePriceCell = ({
  price,
  currency,
  nameOf,
  ...of
}: CellProps & PricedIn & { readonly price: Size["prices"][number] | undefined }) => {
  const shown = (amount: string | null) => (amount === null ? undefined : showAmount(amount, currency))
  const from = nameOf(price?.from_list ?? null)
  return (
    <PricedCell
      {...of}
      amount={price === undefined ? "…" : shown(price.amount)}
      change={price?.change ? { at: price.change.at, amount: shown(price.change.amount) } : undefined}
      note={from !== undefined && <bdi>from {from}</bdi>}
    />
  )
}

export const SizeCell = ({ size, ...of }: CellProps & { readonly size: Size | "asked" }) => (
  <span {...cell(of, "name")}>
    {size === "asked" ? (
      <span class="muted">Reading sizes…</span>
    ) : (
      <>
        <span class="line">{sizeName(size)}</span>
        <span class="line muted">
          <Sku of={size.variant_key} />
        </span>
      </>
    )}
  </span>
)

interface EditCellProps extends CellProps {
  readonly label: string
  readonly shown: Shown | undefined
  readonly typed: { readonly text: string; readonly isWhole: boolean } | undefined
  readonly onInput: (text: string) => void
  readonly onLeave: () => void
}

/** A new amount, with what it would do; a field while one types. */
export const EditCell = ({ label, shown, typed, onInput, onLeave, ...of }: EditCellProps) => {
  const field = useRef<HTMLInputElement>(null)
  const isTyped = typed !== undefined
  const leave = useRef(onLeave)
  leave.current = onLeave
  // before the next key: it is typed into the field
  useLayoutEffect(() => {
    if (!isTyped) return
    field.current?.focus({ preventScroll: true })
    if (typed.isWhole) field.current?.select()
    // also where it is scrolled away
    return () => leave.current()
  }, [isTyped])
  return (
    <span
      {...cell(of, `number new ${shown?.tone ?? ""}`)}
      title={shown?.messages.join("\n")}
      aria-label={shown === undefined && !isTyped ? `${label}: none` : undefined}
    >
      {isTyped && (
        <input
          ref={field}
          class="input"
          aria-label={label}
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          value={typed.text}
          onInput={(event) => onInput(event.currentTarget.value)}
          onBlur={onLeave}
        />
      )}
      {shown && (
        <>
          {!isTyped && <span class="line">{shown.amount}</span>}
          <span class="line note">{shown.note}</span>
        </>
      )}
    </span>
  )
}

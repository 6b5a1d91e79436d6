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

const dayOf = (at: string, zone: string) => (
  <span class="nowrap" title={showDay(Date.parse(at), zone)}>
    {showNearDay(Date.parse(at), zone)}
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

/** What is in force of a price type, and below it the next change. */
export const PriceCell = ({
  price,
  variants,
  currency,
  zone,
  nameOf,
  ...of
}: CellProps &
  PricedIn & {
    readonly price: Colorway["prices"][number] | undefined
    readonly variants: number
  }) => (
  <span {...cell(of, "number")}>
    <span class="line">
      {price === undefined || price.amounts === null ? (
        <span class="muted">no price</span>
      ) : (
        <span>{showRange(price.amounts, currency)}</span>
      )}
    </span>
    <span class="line muted">
      {price?.change != null ? (
        <>
          <span aria-hidden="true">→ </span>
          <span class="unseen">then </span>
          {price.change.amounts === null ? "none" : showRange(price.change.amounts, currency)}{" "}
          {dayOf(price.change.at, zone)}
        </>
      ) : price !== undefined && price.amounts !== null && price.priced < variants ? (
        `${price.priced} of ${variants}`
      ) : price !== undefined && nameOf(price.from_list) !== undefined ? (
        <bdi>from {nameOf(price.from_list)}</bdi>
      ) : price !== undefined && price.own < price.priced ? (
        `${price.own} own`
      ) : (
        ""
      )}
    </span>
  </span>
)

/** The price of one size. */
export const ChangeCell = ({
  price,
  currency,
  zone,
  nameOf,
  ...of
}: CellProps & PricedIn & { readonly price: Size["prices"][number] | undefined }) => (
  <span {...cell(of, "number")}>
    <span class="line">
      {price === undefined ? (
        "…"
      ) : price.amount === null ? (
        <span class="muted">no price</span>
      ) : (
        showAmount(price.amount, currency)
      )}
    </span>
    <span class="line muted">
      {price?.change != null ? (
        <>
          → {price.change.amount === null ? "none" : showAmount(price.change.amount, currency)}{" "}
          {dayOf(price.change.at, zone)}
        </>
      ) : (
        nameOf(price?.from_list ?? null) !== undefined && <bdi>from {nameOf(price!.from_list)}</bdi>
      )}
    </span>
  </span>
)

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

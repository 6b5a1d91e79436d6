import type { PriceAdjustmentResult } from "@hangtag/client"
import { useEffect, useMemo } from "preact/hooks"
import { pathOf } from "../../app/address.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { listMember } from "../../app/listMember.ts"
import { counted, isFinerThanCents, percentBetween, showAmount, showCount } from "../../format/decimal.ts"
import { Button } from "../../parts/Button.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { ColumnHeads } from "../../parts/Headings.tsx"
import { Link } from "../../parts/Link.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Swatch } from "../../parts/Swatch.tsx"
import { WarnedItems, warningsBy } from "../../policy/Warned.tsx"
import { lineText } from "../priceChange/lines.ts"
import type { Draft } from "./adjustment.ts"
import type { Colorway } from "./colorwaysAfter.ts"
import { Meanings, Notes } from "./Notes.tsx"
import { Refused } from "./Refused.tsx"

type Result = Exact<PriceAdjustmentResult>

interface AdjustPreviewProps {
  readonly result: Result
  /** Those of the result and of the pages after it that have been asked for. */
  readonly colorways: ReadonlyArray<Colorway>
  readonly draft: Draft
  /** Of its price list. */
  readonly currency: string | null
  /** The brand's. */
  readonly zone: string
  readonly isLoading: boolean
  /** Asks for the next colorways. */
  readonly onMore: () => void
}

/** The totals of an adjustment, and its colorways as they are scrolled to: before, after, by how much. */
export const AdjustPreview = ({
  result,
  colorways,
  draft,
  currency,
  zone,
  isLoading,
  onMore,
}: AdjustPreviewProps) => {
  const { total_colorways, variants, created, skipped_unchanged, no_price, withdrawals, warnings } = result
  const of = { colorways, draft, currency, zone, isEnd: colorways.length >= total_colorways }
  return (
    <section class="panel" aria-label="Preview" aria-busy={isLoading}>
      <header>
        <h2>Preview</h2>
        <p role="status">{isLoading ? "Adjusting…" : counted(total_colorways, "colorway")}</p>
      </header>
      <div class="inside">
        <Facts
          of={[
            ["Colorways", total_colorways],
            ["Variants", variants],
            ["New prices", created],
            ["Unchanged", skipped_unchanged],
            ["Without a price", no_price],
            ["Withdrawals", withdrawals],
            ["Warnings", warnings],
          ]}
        />
      </div>
      <Refused result={result} leftOut={draft.leftOut} />
      <Remarks {...of} />
      {/* each row is a stop of Tab, and more come as one goes on */}
      <a class="skip past" href="#generate">
        Past the colorways, to “Generate”
      </a>
      {/* what follows another question is another list */}
      <Colorways {...of} of={JSON.stringify(draft)} onMore={onMore} />
      <Meanings colorways={colorways} zone={zone} />
      {!of.isEnd && (
        <p class="actions under">
          <Button onClick={onMore}>Show more</Button>
          <span class="muted">
            {showCount(colorways.length)} of {counted(total_colorways, "colorway")}; the totals are of all.
          </span>
        </p>
      )}
    </section>
  )
}

interface RemarksProps extends Pick<AdjustPreviewProps, "colorways" | "draft" | "currency" | "zone"> {
  readonly isEnd: boolean
}

const mostRemarks = 5

/** What the warnings say, once each; and what was asked for and is not there. */
const Remarks = ({
  colorways,
  draft: { brand, products, to, ending },
  currency,
  zone,
  isEnd,
}: RemarksProps) => {
  const warned = warningsBy(colorways)
  const found = new Set(colorways.map(({ product_key }) => product_key))
  const lacking = isEnd ? products.filter((key) => !found.has(key)) : []
  const unpriced = isEnd ? colorways.filter(({ lines }) => lines.length === 0) : []
  // where prices have such digits already, they are meant
  const finer =
    to === "" && ending === ""
      ? colorways
          .flatMap(({ lines }) => lines)
          .find(({ previous, amount }) => isFinerThanCents(amount) && !isFinerThanCents(previous))
      : undefined
  if (finer === undefined && warned.length + lacking.length + unpriced.length === 0) return null
  const named = (names: ReadonlyArray<string>) =>
    names.slice(0, mostRemarks).join(", ") + (names.length > mostRemarks ? " …" : "")
  return (
    <ul class="findings under" id="remarks" tabIndex={-1}>
      {finer !== undefined && (
        <li class="remark warn">
          {showAmount(finer.amount, currency)} has more than two decimals: choose Rounded to 0.01
        </li>
      )}
      <WarnedItems {...{ warned, brand, zone }} />
      {lacking.length > 0 && <li class="remark warn">Nothing found of {named(lacking)}</li>}
      {unpriced.length > 0 && (
        <li class="remark">
          Without a price: {named(unpriced.map(({ product_key, color }) => `${product_key} ${color}`))}
        </li>
      )}
    </ul>
  )
}

interface ColorwaysProps extends RemarksProps, Pick<AdjustPreviewProps, "onMore"> {
  readonly of: string
}

const headings = ["Colorway", "Price type", "Before", "After", "Change", "Variants", "Notes"]

const Colorways = ({ colorways, draft, currency, zone, of, isEnd, onMore }: ColorwaysProps) => {
  const rows = useMemo(
    () =>
      colorways.flatMap((colorway) =>
        colorway.lines.map((line, nth) => ({ colorway, line, isFirst: nth === 0 })),
      ),
    [colorways],
  )
  // none of these has a price: there is nothing to scroll to
  useEffect(() => {
    if (rows.length === 0 && !isEnd) onMore()
  }, [rows.length, isEnd])
  if (rows.length === 0) return null
  return (
    <Rows
      class="adjusted"
      count={rows.length}
      columns={headings.length}
      of={of}
      label={`Colorways: ${counted(rows.length, "row")}`}
      onSeen={(_, last) => last === rows.length - 1 && !isEnd && onMore()}
      headings={<ColumnHeads names={headings} numbers={headings.slice(2, 6)} />}
      row={(index) => {
        const { colorway, line, isFirst } = rows[index]!
        const { price_type, previous, amount, variants } = line
        return (
          <>
            <span role="cell" class="with">
              <Swatch color={colorway.color} />
              <Link href={linkTo(colorway, draft)}>
                <bdi>{colorway.product_key}</bdi>
              </Link>
              <bdi class="muted">{colorway.color}</bdi>
            </span>
            <span role="cell">{price_type}</span>
            <span role="cell" class="number">
              {showAmount(previous, currency)}
            </span>
            <span role="cell" class="number">
              <b>{showAmount(amount, currency)}</b>
            </span>
            <span role="cell" class="number">
              {percentBetween(previous, amount) ?? "–"}
            </span>
            <span role="cell" class="number">
              {showCount(variants)}
            </span>
            <span role="cell">{isFirst && <Notes of={colorway} brand={draft.brand} zone={zone} />}</span>
          </>
        )
      }}
    />
  )
}

/** The colorway with the lines that it gets; a price type that becomes several prices has to be looked at size by size. */
const linkTo = ({ product_key, color, lines }: Colorway, { from, until, list }: Draft): string => {
  const byType = [...Map.groupBy(lines, ({ price_type }) => price_type)]
  const line = byType.flatMap(([price_type, [first, ...others]]) =>
    others.some(({ amount }) => amount !== first!.amount)
      ? []
      : lineText({ price_type, amount: first!.amount, from, until, endsWithout: false }),
  )
  return pathOf("price-change", { product: product_key, color, line, ...listMember(list) })
}

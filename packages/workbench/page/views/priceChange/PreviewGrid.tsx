import { useMemo } from "preact/hooks"
import { compareDecimals, counted, percentBetween, showAmount } from "../../format/decimal.ts"
import { compareNatural, compareSizes } from "../../format/sizes.ts"
import { showEffective } from "../../format/time.ts"
import { Gap } from "../../parts/Gap.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Sku } from "../../parts/Sku.tsx"
import { useColumnsSeen } from "../../parts/useColumnsSeen.ts"
import { usualAmount } from "./lines.ts"
import type { Variant } from "./useColorway.ts"
import type { Preview } from "./usePreview.ts"

interface GridProps {
  readonly preview: Preview
  readonly variants: ReadonlyArray<Variant>
  readonly zone: string
  readonly currency: string | null
  /** When each line of the preview ends; empty: for good. */
  readonly ends: ReadonlyArray<string>
}

const words = { add: "new", changed: "changed", unchanged: "unchanged" } as const

type Cell = Preview["lines"][number]["variants"][number]

/** Whether another price holds today than the one that the line follows. */
const isOtherToday = ({ incumbent, previous }: Cell): boolean =>
  incumbent === null || previous === null
    ? incumbent !== previous
    : compareDecimals(incumbent.amount, previous) !== 0

/**
 * Variants by lines: what each price is just before the line's day, what it becomes, and by how much; today's price stands
 * beside it where it is another one. Sizes that differ are marked.
 */
export const PreviewGrid = ({ preview, variants, zone, currency, ends }: GridProps) => {
  const { lines, variant_keys } = preview
  const names = useMemo(() => new Map(variants.map((each) => [each.variant_key, each])), [variants])
  const keys = useMemo(() => {
    const named = variant_keys.map((key) => {
      const { size, width } = names.get(key) ?? {}
      return { key, size: size ?? "", rest: `${width ?? ""} ${key}` }
    })
    return named
      .sort((a, b) => compareSizes(a.size, b.size) || compareNatural(a.rest, b.rest))
      .map(({ key }) => key)
  }, [variant_keys, names])
  const cells = useMemo(
    () =>
      lines.map((line) => ({
        line,
        usual: usualAmount(line.variants.flatMap(({ previous }) => previous ?? [])),
        of: new Map(line.variants.map((each) => [each.variant_key, each])),
      })),
    [lines],
  )
  const doSizesDiffer = useMemo(
    () =>
      cells.some(({ line, usual }) =>
        line.variants.some(({ previous }) => previous !== null && compareDecimals(previous, usual!) !== 0),
      ),
    [cells],
  )
  const hasOtherToday = useMemo(() => lines.some(({ variants }) => variants.some(isOtherToday)), [lines])
  // room for the day below the price, and for what a cell says at most
  const wide = hasOtherToday ? 25 : 16
  const prices = `repeat(${lines.length}, minmax(${wide}rem, 1fr))`
  const measures = {
    "--columns": `minmax(5rem, 7rem) minmax(9rem, 1.4fr) ${prices}`,
    "--width": `${14 + wide * lines.length}rem`,
    // a narrow screen has no room for keys
    "--narrow-columns": `4rem ${prices}`,
    "--narrow-width": `${4 + wide * lines.length}rem`,
  }
  const { seen, look } = useColumnsSeen(lines.length, { name: 14, type: wide })
  return (
    <div class="grid" style={measures}>
      <Rows
        count={keys.length}
        columns={lines.length + 2}
        label="Preview: variants by lines"
        height={396}
        of={keys.join()}
        onScrolled={look}
        headings={
          <>
            <span role="columnheader">Size</span>
            <span role="columnheader">Variant</span>
            {lines.map(({ price_type, amount, effective_from }, index) => {
              const until = ends[index] ? ` until ${showEffective(ends[index], zone)}` : ""
              const days = `from ${showEffective(effective_from, zone)}${until}`
              return (
                <span role="columnheader" key={index} title={days}>
                  <b>
                    {price_type} {showAmount(amount, currency)}
                  </b>{" "}
                  <span class="days">{days}</span>
                </span>
              )
            })}
          </>
        }
        row={(index) => {
          const key = keys[index]!
          const variant = names.get(key)
          return (
            <>
              <span role="cell">
                <bdi>{variant ? [variant.size, variant.width].filter(Boolean).join(" ") : "–"}</bdi>
              </span>
              <span role="cell" class="key muted" title={variant?.name}>
                <Sku of={key} />
              </span>
              <Gap key="before" columns={seen.first} />
              {cells.slice(seen.first, seen.last + 1).map(({ line, usual, of }, index) => {
                const at = seen.first + index
                const cell = of.get(key)
                if (cell === undefined) return <span role="cell" key={at} />
                const { status_at_effective: status, incumbent, previous } = cell
                const differs =
                  previous !== null && usual !== undefined && compareDecimals(previous, usual) !== 0
                // the same, where what it follows would be over
                const goesOn = previous !== null && compareDecimals(previous, line.amount) === 0
                const percent = previous === null ? undefined : percentBetween(previous, line.amount)
                const [before, after] = [
                  previous === null ? "none" : showAmount(previous, currency),
                  showAmount(line.amount, currency),
                ]
                return (
                  <span
                    role="cell"
                    key={at}
                    aria-colindex={at + 3}
                    class={`cell ${status} ${differs ? "differs" : ""}`}
                    // there is no room for an amount of twenty digits
                    title={`${before} → ${after}`}
                  >
                    <span class="before">{before}</span>
                    <span class="after">{after}</span>{" "}
                    <span class="percent">
                      {status !== "changed" ? words[status] : goesOn ? "goes on" : percent}
                    </span>
                    {isOtherToday(cell) && (
                      <span class="later">
                        {` today ${incumbent === null ? "none" : showAmount(incumbent.amount, currency)}`}
                      </span>
                    )}
                  </span>
                )
              })}
              <Gap key="behind" columns={lines.length - 1 - seen.last} />
            </>
          )
        }}
      />
      <p class="legend muted">
        {counted(variant_keys.length, "variant")}, each compared with its price
        {lines.some(({ price_list }) => price_list !== undefined) && " of this price list itself"} just before
        the line begins.
        {doSizesDiffer &&
          " A dot marks a size whose price differs from that of most: Bulk adjust changes each by the same amount or percent."}
        {hasOtherToday && " “Today” is the price in force now, where it is another one."}
      </p>
    </div>
  )
}

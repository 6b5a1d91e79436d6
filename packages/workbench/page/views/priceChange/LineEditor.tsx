import type { ColorwayPreview } from "@hangtag/client"
import { useMemo, useRef } from "preact/hooks"
import type { Exact } from "../../app/exactAmounts.ts"
import type { ListShown } from "../../app/listShown.ts"
import { compareDecimals, counted, showAmount, showCount } from "../../format/decimal.ts"
import { isBefore, showZone } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { TextField } from "../../parts/Field.tsx"
import { InList } from "../../parts/InList.tsx"
import { RuleLink } from "../../policy/RuleLink.tsx"
import { DateField } from "./DateField.tsx"
import { type Line, type LinesOf, missingIn } from "./lines.ts"

type PreviewLine = Exact<ColorwayPreview>["lines"][number]

interface LineEditorProps {
  readonly brand: string
  /** On which a line may begin. */
  readonly firstDay: string
  readonly lines: ReadonlyArray<Line>
  readonly linesOf: LinesOf
  readonly shown: ListShown
  /** What the server says of each line, once it has. */
  readonly judged: ReadonlyArray<PreviewLine | undefined>
  /** What the server finds wrong with a line's field. */
  readonly faults: ReadonlyMap<string, string>
  /** Places of lines whose price type the brand does not use. */
  readonly strange: ReadonlySet<number>
  readonly types: ReadonlyArray<string>
  readonly incumbents: Exact<ColorwayPreview>["incumbents"]
  /** How many the colorway has. */
  readonly variants: number
  readonly onChange: (lines: ReadonlyArray<Line>) => void
}

const effectOf = (line: PreviewLine | undefined, total: number): string => {
  if (line === undefined) return ""
  const countOf = (status: PreviewLine["status"]) =>
    line.variants.filter(({ status_at_effective }) => status_at_effective === status).length
  const [add, changed] = [countOf("add"), countOf("changed")]
  if (add + changed === 0) return "changes nothing"
  const one = (count: number) => (count === total ? "all" : showCount(count))
  const sizes = counted(total, "size").replace(/^\S+/, "")
  return [
    ...(changed > 0 ? [`changes ${one(changed)}${sizes}`] : []),
    ...(add > 0 ? [`new for ${one(add)}${sizes}`] : []),
  ].join(", ")
}

/** What is paid now for each price type, from the lowest to the highest. */
const paidNow = (
  incumbents: LineEditorProps["incumbents"],
  variants: number,
  currency: string | null,
): ReadonlyMap<string, string> =>
  new Map(
    [...Map.groupBy(incumbents, ({ price_type }) => price_type)].map(([type, own]) => {
      const amounts = [...new Set(own.map(({ amount }) => amount))].sort(compareDecimals)
      const [low, high] = [amounts[0]!, amounts.at(-1)!]
      const [least, greatest] = [showAmount(low, currency), showAmount(high, currency)]
      const range = compareDecimals(low, high) === 0 ? least : `${least} – ${greatest}`
      const without = variants - own.length
      return [type, `now ${range}${without > 0 ? `, ${counted(without, "size")} without` : ""}`]
    }),
  )

const mostTypes = 6

const strangeWords = (types: ReadonlyArray<string>): string =>
  types.length === 0
    ? "The brand uses no such price type"
    : `The brand uses no such price type, but ${types.slice(0, mostTypes).join(", ")}${types.length > mostTypes ? " …" : ""}`

/** The lines of a price change: what, how much, from when, until when. */
export const LineEditor = ({
  brand,
  firstDay,
  lines,
  linesOf,
  shown,
  judged,
  faults,
  strange,
  types,
  incumbents,
  variants,
  onChange,
}: LineEditorProps) => {
  const list = useRef<HTMLOListElement>(null)
  const { list: key, currency } = linesOf
  const now = useMemo(() => paidNow(incumbents, variants, currency), [incumbents, variants, currency])
  const noPrice = key === "base" ? "no price now" : "no price of its own now"
  const change = (index: number, part: Partial<Line>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...part } : line)))
  return (
    <section class="panel" aria-label="Price lines">
      <header>
        <h2>
          New prices
          <InList {...shown} />
        </h2>
        <p>Days begin at midnight, {showZone(linesOf.zone)}</p>
      </header>
      <datalist id="price-types">
        {types.map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <ol class="lines" ref={list}>
        <li class="headings" aria-hidden="true">
          <span>Price type</span>
          <span>Amount</span>
          <span>From</span>
          <span>Until</span>
        </li>
        {lines.map((line, index) => {
          const missing = missingIn(line, linesOf)
          const fault = (field: string, own: string | undefined) => own ?? faults.get(`${index}.${field}`)
          const type = line.price_type.trim()
          const nth = `of line ${index + 1}`
          const isEffective = (judged[index]?.status_at_effective ?? "unchanged") !== "unchanged"
          // what the server said is of the line as it was before
          const isFaulty = [...faults.keys()].some((each) => each.startsWith(`${index}.`))
          return (
            <li key={index} class={!isFaulty && isEffective ? "effective" : ""}>
              <TextField
                label={`Price type ${nth}`}
                isLabelUnseen
                list="price-types"
                value={line.price_type}
                hint={
                  strange.has(index) ? (
                    <span class="caution">
                      {strangeWords(types)}. <RuleLink kind="unknown_price_type" brand={brand} />
                    </span>
                  ) : undefined
                }
                fault={fault("price_type", missing.price_type)}
                onInput={(event) => change(index, { price_type: event.currentTarget.value })}
              />
              <TextField
                label={`Amount ${nth}`}
                isLabelUnseen
                inputMode="decimal"
                value={line.amount}
                hint={now.get(type) ?? (type !== "" && !strange.has(index) ? noPrice : undefined)}
                fault={line.amount === "" ? undefined : fault("amount", missing.amount)}
                onInput={(event) => change(index, { amount: event.currentTarget.value })}
              />
              <DateField
                label={`From ${nth}`}
                isLabelUnseen
                value={line.from}
                fault={fault("effective_from", missing.from)}
                onInput={(from) => change(index, { from })}
              />
              <DateField
                label={`Until ${nth} (or for good)`}
                isLabelUnseen
                whenEmpty="for good"
                isEnd
                value={line.until}
                fault={fault("effective_until", missing.until)}
                onInput={(until) => change(index, { until })}
              />
              <span class="effect muted">
                {!isFaulty && effectOf(judged[index], judged[index]?.variants.length ?? 0)}
              </span>
              <Button
                class="quiet icon"
                aria-label={`Remove line ${index + 1}`}
                onClick={() => onChange(lines.filter((_, at) => at !== index))}
              >
                ✕
              </Button>
            </li>
          )
        })}
      </ol>
      <div class="inside">
        <p class="actions">
          <Button
            onClick={() => {
              const last = lines.at(-1)
              const isDay = last !== undefined && missingIn(last, linesOf).from === undefined
              const next = isDay ? last.until || last.from : ""
              const line = {
                price_type: last?.price_type ?? types[0] ?? "MAP",
                amount: "",
                from: next === "" || isBefore(next, firstDay, linesOf.zone) ? firstDay : next,
              }
              onChange([...lines, { ...line, until: "", endsWithout: false }])
              // once it is there
              requestAnimationFrame(() =>
                list.current?.querySelector<HTMLElement>("li:last-child [inputmode=decimal]")?.focus(),
              )
            }}
          >
            Add a line
          </Button>
        </p>
      </div>
    </section>
  )
}

import type { BatchReview, PriceBatch } from "@hangtag/client"
import { pathOf } from "../../app/address.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { listMember } from "../../app/listMember.ts"
import type { ListNames } from "../../app/priceLists.ts"
import type { Asked } from "../../app/useAsk.ts"
import { counted, percentBetween, showAmount, showCount } from "../../format/decimal.ts"
import { showEffective } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { Headings } from "../../parts/Headings.tsx"
import { Link } from "../../parts/Link.tsx"
import { Answer, Empty } from "../../parts/States.tsx"
import { Swatch } from "../../parts/Swatch.tsx"
import { TypeInList } from "../../parts/TypeInList.tsx"
import { Warned } from "../../policy/Warned.tsx"

export type Reviewed = Exact<BatchReview>
type Colorway = Reviewed["colorways"][number]

interface ReviewProps {
  readonly batch: PriceBatch
  readonly of: Asked<Reviewed>
  readonly lists: ListNames
  readonly onMore: () => void
}

const titleOf = ({ status }: PriceBatch) => (status === "published" ? "What it changed" : "What it changes")

/** What stands in the place of an amount. */
const lossWords: Readonly<Record<string, string>> = {
  withdrawn: "withdrawn",
  ended: "no price of its own",
  not_offered: "not offered",
}

/** What was to come is withdrawn: a price, or the end of one. */
const lossOf = ({ change, previous }: Colorway["lines"][number]) =>
  change === "withdrawn" && previous === null ? "end withdrawn" : lossWords[change]

const noneOf = ({ kind, status }: PriceBatch): string => {
  if (kind === "price_change") return "It sets and withdraws no price."
  return status === "published"
    ? "Its prices were in force already: they were sent out again."
    : "Its prices are in force already: publishing sends them out again."
}

/** Where a batch is so large that comparing takes its time. */
export const Unread = ({ batch, onRead }: { readonly batch: PriceBatch; readonly onRead: () => void }) => (
  <section class="panel" aria-label={titleOf(batch)} id="review" tabIndex={-1}>
    <header>
      <h2>{titleOf(batch)}</h2>
      <Button class="small" onClick={onRead}>
        Compare {counted(batch.counts.records + batch.counts.withdrawals, "price")}
      </Button>
    </header>
  </section>
)

/** What publishing a batch would do, or did, colorway by colorway: each price before and after, until when, and what is risky. */
export const Review = ({ batch, of, lists, onMore }: ReviewProps) => (
  <section class="panel" aria-label={titleOf(batch)} id="review" tabIndex={-1}>
    <header>
      <h2>{titleOf(batch)}</h2>
      <p>{of.data && counted(of.data.total_colorways, "colorway")}</p>
    </header>
    <Answer of={of} label="Comparing prices">
      {({ colorways, total_colorways, problem }) =>
        total_colorways === 0 ? (
          <Empty title="No price changes">
            <p>{noneOf(batch)}</p>
          </Empty>
        ) : (
          <>
            {problem !== null && <p class="fault">{problem}</p>}
            <div class="scroll tall">
              <table class="table review">
                <Headings
                  names={["Price type", "Before", "After", "Change", "From", "Until", "Variants"]}
                  numbers={["Before", "After", "Change", "Variants"]}
                />
                {colorways.map((colorway) => (
                  <Group
                    key={`${colorway.product_key} ${colorway.color}`}
                    of={colorway}
                    lists={lists}
                    brand={colorway.brand_key ?? batch.brand_key}
                  />
                ))}
              </table>
            </div>
            {total_colorways > colorways.length && (
              <p class="actions under">
                <Button onClick={onMore}>Show more</Button>
                <span class="muted">
                  {showCount(colorways.length)} of {counted(total_colorways, "colorway")}
                </span>
              </p>
            )}
          </>
        )
      }
    </Answer>
  </section>
)

const Group = ({
  of: { product_key, color, time_zone, lines, warnings },
  lists: { nameOf, currencyOf },
  brand,
}: {
  readonly of: Colorway
  readonly lists: ListNames
  readonly brand: string | null
}) => (
  <tbody>
    <tr>
      <th scope="rowgroup" colSpan={7}>
        <span class="with">
          <Swatch color={color} />
          <Link
            href={pathOf("price-change", {
              product: product_key,
              color,
              ...listMember(lines[0]?.price_list ?? "base"),
            })}
          >
            <bdi>{product_key}</bdi>
          </Link>
          <bdi class="muted">{color}</bdi>
        </span>
        {[...new Map(warnings.map((by) => [by.message, by])).values()].map((by) => (
          <div class="remark warn" key={by.message}>
            <Warned by={by} brand={brand} zone={time_zone} />
          </div>
        ))}
      </th>
    </tr>
    {lines.map((line) => {
      const { price_type, previous, amount, shown, effective_from, effective_until, next_amount, variants } =
        line
      const currency = currencyOf(line.price_list)
      const before = previous ?? shown?.amount
      const percent = before === undefined || amount === null ? undefined : percentBetween(before, amount)
      const fromAbove = shown !== null && (
        <div class="muted">
          {previous !== null && showAmount(shown.amount, currency)} from{" "}
          <bdi>{nameOf(shown.price_list) ?? shown.price_list}</bdi>
        </div>
      )
      return (
        <tr
          key={`${price_type} ${line.price_list} ${line.change} ${effective_from} ${effective_until} ${previous} ${amount}`}
        >
          <td>
            <TypeInList type={price_type} list={nameOf(line.price_list)} />
          </td>
          <td class="number">
            {before !== undefined
              ? showAmount(before, currency)
              : line.price_list === "base"
                ? "none"
                : "none of its own"}
            {previous === null && fromAbove}
          </td>
          <td class="number">
            <b>{amount === null ? lossOf(line) : showAmount(amount, currency)}</b>
            {previous !== null && fromAbove}
          </td>
          <td class="number">{percent ?? (before === undefined && amount !== null ? "new" : "–")}</td>
          <td class="day">{showEffective(effective_from, time_zone)}</td>
          <td class="day">
            {effective_until === null ? "for good" : showEffective(effective_until, time_zone)}
            {next_amount !== null && <div class="muted">then {showAmount(next_amount, currency)}</div>}
          </td>
          <td class="number">{showCount(variants)}</td>
        </tr>
      )
    })}
  </tbody>
)

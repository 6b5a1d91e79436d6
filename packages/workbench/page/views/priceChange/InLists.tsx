import { showAmount } from "../../format/decimal.ts"
import { messageOf } from "../../format/messageOf.ts"
import { showEffective } from "../../format/time.ts"
import { ListsShown } from "../../parts/ListsShown.tsx"
import type { Line, LinesOf } from "./lines.ts"
import { type Of, usePreview } from "./usePreview.ts"

interface InListsProps {
  readonly lists: ReadonlyArray<unknown>
  readonly of: Of
  readonly lines: ReadonlyArray<Line>
  readonly linesOf: LinesOf
}

const noColorway: Of = { brand: "", product: "", color: "" }

/** Which price lists below would show the new prices, and which have prices of their own before them. */
export const InLists = ({ lists, of, lines, linesOf }: InListsProps) => {
  // asked for by itself: it reads the prices of all lists, which the rest need not wait for
  const asked = lists.length > 1 ? of : noColorway
  const preview = usePreview(asked, lines, linesOf, { show_lists: true })
  const shown = preview.data?.lines.filter((line) => line.shown_in?.length || line.overridden_in?.length)
  if (!shown?.length && preview.error === undefined) return null
  return (
    <section class="panel inside" aria-label="Other price lists" aria-busy={preview.isLoading}>
      <h2>In other price lists</h2>
      {preview.error && messageOf(preview.error)}
      {shown?.map(({ price_type, amount, effective_from, shown_in, overridden_in }) => (
        <section key={`${price_type} ${effective_from}`}>
          <h3>
            {price_type} {showAmount(amount, linesOf.currency)} from{" "}
            {showEffective(effective_from, linesOf.zone)}
          </h3>
          <ListsShown label="Shown" lists={shown_in} />
          <ListsShown label="Not shown, for prices of their own," lists={overridden_in} />
        </section>
      ))}
    </section>
  )
}

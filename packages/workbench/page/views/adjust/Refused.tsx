import type { PriceAdjustmentResult, RefusedColorway } from "@hangtag/client"
import { Fragment } from "preact"
import { setState } from "../../app/address.ts"
import { counted, showCount } from "../../format/decimal.ts"
import { Button } from "../../parts/Button.tsx"
import { Swatch } from "../../parts/Swatch.tsx"
import { colorwayText } from "./adjustment.ts"

const reasonWords: Readonly<Record<RefusedColorway["reason"], string>> = {
  collides: "meets another price, for which “Do not generate” is chosen",
  no_return: "has nothing to return to when the adjustment ends",
  blocked: "breaks the brand's price policy, which blocks that",
  stale: "has changed meanwhile",
}

type Named = Pick<RefusedColorway, "product_key" | "color">

interface RefusedProps {
  readonly result: Pick<PriceAdjustmentResult, "refused_colorways" | "total_refused" | "left_out">
  /** Those that are left out already. */
  readonly leftOut: ReadonlyArray<Named>
}

const setLeftOut = (colorways: ReadonlyArray<Named>) => setState({ out: colorways.map(colorwayText) })

/** The colorways that keep an adjustment from being generated, each with the reason, and those that are left out. */
export const Refused = ({ result, leftOut }: RefusedProps) => {
  const { refused_colorways: refused, total_refused: total } = result
  if (total + leftOut.length === 0) return null
  return (
    <div class="under refused" id="refused" tabIndex={-1}>
      {total > 0 && (
        <div class="remark bad">
          <div>
            <h3>
              {total === 1
                ? "1 colorway keeps the adjustment from being generated"
                : `${showCount(total)} colorways keep the adjustment from being generated`}
            </h3>
            <ul>
              {refused.map(({ product_key, color, reason }) => (
                <li key={`${product_key} ${color}`}>
                  <Swatch color={color} />{" "}
                  <bdi>
                    <b>{product_key}</b>
                  </bdi>{" "}
                  <bdi>{color}</bdi> {reasonWords[reason]}{" "}
                  <Button
                    class="small"
                    aria-label={`Leave ${product_key} ${color} out`}
                    onClick={() => setLeftOut([...leftOut, { product_key, color }])}
                  >
                    Leave out
                  </Button>
                </li>
              ))}
            </ul>
            {total > refused.length && <p>The first {refused.length} of them.</p>}
            {refused.length > 1 && (
              <Button class="small" onClick={() => setLeftOut([...leftOut, ...refused])}>
                Leave these {refused.length} out
              </Button>
            )}
          </div>
        </div>
      )}
      {leftOut.length > 0 && (
        <p class="remark">
          <span>
            {counted(leftOut.length, "colorway")} left out:{" "}
            {leftOut.slice(0, 5).map(({ product_key, color }, index) => (
              <Fragment key={`${product_key} ${color}`}>
                {index > 0 && ", "}
                <bdi>{product_key}</bdi> <bdi>{color}</bdi>
              </Fragment>
            ))}
            {leftOut.length > 5 && " …"}
          </span>
          <Button class="small" onClick={() => setLeftOut([])}>
            Take them in again
          </Button>
        </p>
      )}
    </div>
  )
}

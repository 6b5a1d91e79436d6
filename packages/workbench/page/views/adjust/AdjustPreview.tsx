import type { PriceAdjustmentResult } from "@hangtag/client"
import { pathOf } from "../../app/address.ts"
import type { Exact } from "../../app/exactAmounts.ts"
import { counted, percentBetween, showAmount, showCount } from "../../format/decimal.ts"
import { Link } from "../../parts/Link.tsx"
import { Swatch } from "../../parts/Swatch.tsx"

type Result = Exact<PriceAdjustmentResult>

interface AdjustPreviewProps {
  readonly result: Result
  readonly isLoading: boolean
}

/** The totals of an adjustment, and its first colorways: before, after, by how much. */
export const AdjustPreview = ({ result, isLoading }: AdjustPreviewProps) => {
  const {
    colorways,
    total_colorways,
    variants,
    created,
    skipped_unchanged,
    no_price,
    withdrawals,
    warnings,
  } = result
  const facts = [
    ["Colorways", total_colorways],
    ["Variants", variants],
    ["New prices", created],
    ["Unchanged", skipped_unchanged],
    ["Without a price", no_price],
    ["Withdrawals", withdrawals],
    ["Warnings", warnings],
  ] as const
  return (
    <section class="panel" aria-label="Preview" aria-busy={isLoading}>
      <header>
        <h2>Preview</h2>
        <p role="status">{isLoading ? "Adjusting…" : counted(total_colorways, "colorway")}</p>
      </header>
      <div class="inside">
        <dl class="facts">
          {facts.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{showCount(count)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div class="scroll tall" tabIndex={0} role="region" aria-label="Colorways">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Colorway</th>
              <th scope="col">Price type</th>
              <th scope="col" class="number">
                Before
              </th>
              <th scope="col" class="number">
                After
              </th>
              <th scope="col" class="number">
                Change
              </th>
              <th scope="col" class="number">
                Variants
              </th>
              <th scope="col">Notes</th>
            </tr>
          </thead>
          <tbody>
            {colorways.flatMap(({ product_key, color, lines, warnings, collisions }) =>
              lines.map(({ price_type, previous, amount, variants }, index) => (
                <tr key={`${product_key} ${color} ${price_type} ${previous} ${amount}`}>
                  <td>
                    <span class="with">
                      <Swatch color={color} />
                      <Link href={pathOf("price-change", { product: product_key, color })}>
                        {product_key}
                      </Link>
                      <span class="muted">{color}</span>
                    </span>
                  </td>
                  <td>{price_type}</td>
                  <td class="number">{showAmount(previous)}</td>
                  <td class="number">
                    <b>{showAmount(amount)}</b>
                  </td>
                  <td class="number">{percentBetween(previous, amount) ?? "–"}</td>
                  <td class="number">{showCount(variants)}</td>
                  <td>
                    {index === 0 && warnings.length > 0 && (
                      <span class="badge warn" title={warnings.map(({ message }) => message).join("\n")}>
                        {counted(warnings.length, "warning")}
                      </span>
                    )}{" "}
                    {index === 0 && collisions.length > 0 && (
                      <span class="badge">{counted(collisions.length, "collision")}</span>
                    )}
                  </td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      {total_colorways > colorways.length && (
        <p class="state">
          The first {showCount(colorways.length)} of {counted(total_colorways, "colorway")}; the totals are of
          all.
        </p>
      )}
    </section>
  )
}

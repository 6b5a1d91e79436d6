import { pathOf } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { lastColorway } from "../../app/lastPlace.ts"
import { listMember } from "../../app/listMember.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted } from "../../format/decimal.ts"
import { Link } from "../../parts/Link.tsx"
import { Answer, Empty } from "../../parts/States.tsx"

/** Where to begin while nothing is chosen: some products, and the batches that wait to be published. */
export const Suggestions = ({ brand, list }: { readonly brand: string; readonly list: string }) => {
  const asked = { limit: 8, ...(brand && { brand_key: brand }) }
  const products = useAsk(`begin with ${brand}`, (signal) => api.listProducts(asked, { signal }))
  const last = lastColorway()
  return (
    <div class="begin">
      <section class="panel" aria-label="Products">
        <header>
          <h2>Which prices are to change?</h2>
          {last !== undefined && (
            <p>
              Go on with{" "}
              <Link href={last.path}>
                <bdi>{last.name}</bdi>
              </Link>
            </p>
          )}
        </header>
        <Answer of={products} label="Looking for products">
          {({ items, ...page }) =>
            items.length === 0 ? (
              <Empty title="No product yet">
                <p>
                  <code>hangtag import catalog.ndjson --organization …</code> brings a catalog in.
                </p>
              </Empty>
            ) : (
              <>
                <ul class="links">
                  {items.map(({ product_key, brand_key, name, colorway_count }) => (
                    <li key={product_key}>
                      <Link
                        href={pathOf("price-change", {
                          brand: brand_key,
                          product: product_key,
                          ...listMember(list),
                        })}
                      >
                        <bdi>{name}</bdi>
                      </Link>
                      <span class="muted">
                        {product_key} · {counted(colorway_count, "color")}
                      </span>
                    </li>
                  ))}
                </ul>
                {page.total > items.length && (
                  <p class="legend muted">
                    The first {items.length} of {counted(page, "product")}: find the others above, by name or
                    key.
                  </p>
                )}
              </>
            )
          }
        </Answer>
      </section>
      {useMay("batch:read") && <OpenBatches />}
    </div>
  )
}

const OpenBatches = () => {
  const batches = useAsk("open batches", (signal) =>
    api.listPriceBatches({ status: "open", kind: "price_change", limit: 8 }, { signal }),
  )
  return (
    <section class="panel" aria-label="Open price changes">
      <header>
        <h2>Waiting to be published</h2>
      </header>
      <Answer of={batches} label="Looking for batches">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Nothing waits">
              <p>What you generate waits here until it is published.</p>
            </Empty>
          ) : (
            <ul class="links">
              {items.map(({ key, name, counts }) => (
                <li key={key}>
                  <Link href={pathOf("batches", { key })}>
                    <bdi>{name ?? key}</bdi>
                  </Link>
                  <span class="muted">{counted(counts.records + counts.withdrawals, "change")}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Answer>
    </section>
  )
}

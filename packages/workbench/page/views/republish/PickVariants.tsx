import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useAsk } from "../../app/useAsk.ts"
import { counted } from "../../format/decimal.ts"
import { Button } from "../../parts/Button.tsx"
import { TextField } from "../../parts/Field.tsx"
import { ProductBox } from "../../parts/ProductBox.tsx"
import { Answer } from "../../parts/States.tsx"

/** Variants found by their product and a part of what is written on them. */
export const PickVariants = ({ onPick }: { readonly onPick: (keys: ReadonlyArray<string>) => void }) => {
  const [product, setProduct] = useState("")
  const [q, setQ] = useState("")
  const asked = { product_key: product, text: q || product, limit: 100 }
  const found = useAsk(
    product === "" ? null : `pick ${JSON.stringify(asked)}`,
    (signal) => api.searchVariants(asked, { signal }),
    { after: 150 },
  )
  return (
    <details class="more">
      <summary>Pick variants of a product</summary>
      <div class="group">
        <div class="pair">
          <ProductBox label="Product" shown={product} onChoose={setProduct} />
          <TextField
            label="Variants"
            placeholder="Color, size, key"
            value={q}
            onInput={(event) => setQ(event.currentTarget.value)}
          />
        </div>
        {product !== "" && (
          <Answer of={found} label="Looking for variants">
            {({ items, total }) => (
              <>
                <ul class="picks">
                  {items.slice(0, 12).map(({ variant_key, name }) => (
                    <li key={variant_key}>
                      <Button class="quiet small" onClick={() => onPick([variant_key])}>
                        + <bdi>{name}</bdi>
                      </Button>
                    </li>
                  ))}
                </ul>
                {items.length > 0 && (
                  <Button class="small" onClick={() => onPick(items.map(({ variant_key }) => variant_key))}>
                    Take{" "}
                    {total > items.length
                      ? `the first ${items.length}`
                      : `all ${counted(items.length, "variant")}`}
                  </Button>
                )}
                {items.length === 0 && <p class="muted">None is like that.</p>}
              </>
            )}
          </Answer>
        )}
      </div>
    </details>
  )
}

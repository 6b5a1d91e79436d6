import { api } from "../../app/api.ts"
import { showCount } from "../../format/decimal.ts"
import { Combo } from "../../parts/Combo.tsx"

interface PickProductProps {
  readonly brand: string
  readonly onPick: (key: string) => void
}

/** Products of a brand, found by their name: no one knows keys by heart. */
export const PickProduct = ({ brand, onPick }: PickProductProps) => (
  <Combo
    label="Add a product"
    placeholder="Type a name or a key"
    shown=""
    scope={`product to add of ${brand}`}
    find={async (search, signal) => {
      const asked = { limit: 50, ...(search && { search }), ...(brand && { brand_key: brand }) }
      const { items, total } = await api.listProducts(asked, { signal })
      return {
        items: items.map(({ product_key, name }) => ({ key: product_key, name, note: product_key })),
        total: showCount(total),
      }
    }}
    onChoose={({ key }) => onPick(key)}
  />
)

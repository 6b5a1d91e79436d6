import { api } from "../app/api.ts"
import { counted, showCount } from "../format/decimal.ts"
import { Combo } from "./Combo.tsx"

interface ProductBoxProps {
  readonly label: string
  /** Empty: of any brand. */
  readonly brand?: string
  readonly shown?: string
  readonly onChoose: (key: string) => void
}

/** A product found by its name, its key or its SKUs: no one knows keys by heart. */
export const ProductBox = ({ label, brand = "", shown = "", onChoose }: ProductBoxProps) => (
  <Combo
    label={label}
    placeholder="Type a name or a key"
    shown={shown}
    scope={`product of ${brand}`}
    find={async (search, signal) => {
      const asked = { limit: 50, ...(search && { search }), ...(brand && { brand_key: brand }) }
      const found = await api.listProducts(asked, { signal })
      const items = found.items.map(({ product_key, name, colorway_count }) => ({
        key: product_key,
        name,
        note: `${product_key} · ${counted(colorway_count, "color")}`,
      }))
      return { items, total: showCount(found) }
    }}
    onChoose={({ key }) => onChoose(key)}
  />
)

import { api } from "../app/api.ts"
import { rememberBrand } from "../app/lastPlace.ts"
import { showCount } from "../format/decimal.ts"
import { Combo } from "./Combo.tsx"

interface BrandBoxProps {
  /** The name of the one that is chosen; empty: none. */
  readonly shown: string
  /** What it means that none is; where one has to be there is no such choice. */
  readonly none?: string
  readonly onChoose: (key: string) => void
}

/** A brand of any number of them, found as one types. */
export const BrandBox = ({ shown, none, onChoose }: BrandBoxProps) => (
  <Combo
    label="Brand"
    placeholder={none ?? "Type a name or a key"}
    shown={shown}
    scope="brand"
    find={async (search, signal) => {
      const found = await api.listBrands({ limit: 50, ...(search && { search }) }, { signal })
      const items = found.items.map(({ brand_key, name }) => ({ key: brand_key, name, note: brand_key }))
      const all = none === undefined || search !== "" ? [] : [{ key: "", name: none }]
      return { items: [...all, ...items], total: showCount(found) }
    }}
    onChoose={({ key }) => {
      if (key !== "") rememberBrand(key)
      onChoose(key)
    }}
  />
)

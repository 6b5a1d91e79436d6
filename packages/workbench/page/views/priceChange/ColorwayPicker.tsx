import { useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { type Asked, useAsk } from "../../app/useAsk.ts"
import { counted, showCount } from "../../format/decimal.ts"
import { matchesWords } from "../../format/search.ts"
import { compareNatural } from "../../format/sizes.ts"
import { Combo } from "../../parts/Combo.tsx"
import { TextField } from "../../parts/Field.tsx"
import { Answer } from "../../parts/States.tsx"
import { Swatch } from "../../parts/Swatch.tsx"
import type { Product } from "./useColorway.ts"

const totalOf = ({ total, total_is_exact }: { readonly total: number; readonly total_is_exact: boolean }) =>
  total_is_exact ? showCount(total) : `more than ${showCount(total)}`

interface PickerProps {
  readonly brand: string
  readonly product: string
  readonly color: string
  readonly known: Asked<Product>
}

/** Which colorway it is about: the brand, the product, found as one types, and its colors. */
export const ColorwayPicker = ({ brand, product, color, known }: PickerProps) => {
  const brands = useAsk("brands of picker", (signal) => api.listBrands({ limit: 200 }, { signal }))
  const brandName =
    known.data?.brand.name ?? brands.data?.items.find(({ brand_key }) => brand_key === brand)?.name ?? brand
  return (
    <section class="panel" aria-label="Colorway">
      <div class="inside">
        <div class="picker">
          <Combo
            label="Brand"
            placeholder="All brands"
            shown={brandName}
            scope="brand"
            find={async (search, signal) => {
              const found = await api.listBrands({ search, limit: 50 }, { signal })
              const items = found.items.map(({ brand_key, name }) => ({
                key: brand_key,
                name,
                note: brand_key,
              }))
              return {
                items: search === "" ? [{ key: "", name: "All brands" }, ...items] : items,
                total: totalOf(found),
              }
            }}
            onChoose={({ key }) => setState({ brand: key, product: "", color: "", line: [], instead: "" })}
          />
          <Combo
            label="Product"
            placeholder="Type a name or a key"
            shown={known.data?.name ?? product}
            scope={`product of ${brand}`}
            find={async (search, signal) => {
              const asked = { limit: 50, ...(search && { search }), ...(brand && { brand_key: brand }) }
              const found = await api.listProducts(asked, { signal })
              const items = found.items.map(({ product_key, name, colorway_count }) => ({
                key: product_key,
                name,
                note: `${product_key} · ${counted(colorway_count, "color")}`,
              }))
              return { items, total: totalOf(found) }
            }}
            onChoose={({ key }) => setState({ product: key, color: "", line: [], instead: "" })}
          />
        </div>
        {product !== "" && (
          <Answer of={known} label="Looking at the product">
            {({ colorways }) => <Colors key={product} colorways={colorways} color={color} />}
          </Answer>
        )}
      </div>
    </section>
  )
}

/** More colors than this have a filter. */
const many = 12

/** The colors of a product in natural order; the one that is chosen is always shown. */
const Colors = ({
  colorways,
  color,
}: {
  readonly colorways: Product["colorways"]
  readonly color: string
}) => {
  const [search, setSearch] = useState("")
  const shown = colorways
    .filter((each) => each.color === color || matchesWords(search, [each.color, ...each.vendor_color_codes]))
    .toSorted((a, b) => compareNatural(a.color, b.color))
  return (
    <fieldset>
      <legend class="label">Color</legend>
      {colorways.length > many && (
        <TextField
          label="Filter colors"
          isLabelUnseen
          placeholder={`Filter ${counted(colorways.length, "color")}`}
          type="search"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div class="swatches">
        {shown.map((each) => (
          <label key={each.color}>
            <input
              type="radio"
              name="color"
              checked={each.color === color}
              onChange={() => setState({ color: each.color, line: [], instead: "" })}
            />
            <Swatch color={each.color} swatch={each.swatch} />
            <bdi>{each.color}</bdi>
            <span class="muted">{counted(each.variant_count, "size")}</span>
          </label>
        ))}
      </div>
      {shown.length === 0 && <p class="muted">No color is like that.</p>}
    </fieldset>
  )
}

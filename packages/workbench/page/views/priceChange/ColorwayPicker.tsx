import { useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import type { Asked } from "../../app/useAsk.ts"
import { counted } from "../../format/decimal.ts"
import { matchesWords } from "../../format/search.ts"
import { compareNatural } from "../../format/sizes.ts"
import { BrandBox } from "../../parts/BrandBox.tsx"
import { TextField } from "../../parts/Field.tsx"
import { isNotFound, Missing } from "../../parts/Missing.tsx"
import { ProductBox } from "../../parts/ProductBox.tsx"
import { Answer } from "../../parts/States.tsx"
import { Swatch } from "../../parts/Swatch.tsx"
import type { Product } from "./useColorway.ts"

interface PickerProps {
  readonly brand: string
  readonly brandName: string
  readonly product: string
  readonly color: string
  readonly known: Asked<Product>
}

/** Which colorway it is about: the brand, the product, found as one types, and its colors. */
export const ColorwayPicker = ({ brand, brandName, product, color, known }: PickerProps) => {
  return (
    <section class="panel" aria-label="Colorway">
      <div class="inside">
        <div class="picker">
          <BrandBox
            shown={known.data?.brand.name ?? brandName}
            none="All brands"
            onChoose={(brand) => setState({ brand, product: "", color: "", line: [], instead: "" })}
          />
          <ProductBox
            label="Product"
            brand={brand}
            shown={known.data?.name ?? product}
            onChoose={(product) => setState({ product, color: "", line: [], instead: "" })}
          />
        </div>
        {isNotFound(known.error) ? (
          <Missing of="product" name={product} member="product" />
        ) : (
          product !== "" && (
            <Answer of={known} label="Looking at the product">
              {({ colorways }) => <Colors key={product} colorways={colorways} color={color} />}
            </Answer>
          )
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

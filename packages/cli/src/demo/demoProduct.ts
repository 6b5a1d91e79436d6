import type { EntryOf } from "@hangtag/catalog-files"
import type { Attributes } from "@hangtag/core"
import {
  demoBrands,
  demoCertifications,
  demoColors,
  demoFeatures,
  demoKinds,
  demoLabels,
  demoMaterials,
  demoOrigins,
  demoSources,
} from "./demoWords.ts"
import { type SeededRandom, seededRandom } from "./seededRandom.ts"

type Product = EntryOf<"product">

/** How much a generated catalog holds. */
export interface DemoSize {
  readonly brands: number
  readonly products: number
  readonly variants: number
  /** Price records, as even as can be over the variants; left out: as many as a product of its kind would have. */
  readonly records?: number
  readonly seed?: number
}

export interface DemoProduct {
  readonly index: number
  readonly random: SeededRandom
  readonly brand_key: string
  readonly product_key: string
  readonly name: string
  readonly kind: (typeof demoKinds)[number]
  /** The place of its first variant among all variants. */
  readonly firstVariant: number
  readonly variants: Product["variants"]
}

/** The key, name and zone of a brand; beyond the three of the demo they are numbered. */
export const demoBrand = (index: number) => {
  const { models, ...brand } = demoBrands[index % demoBrands.length]!
  return index < demoBrands.length
    ? brand
    : { ...brand, brand_key: `B${index + 1}`, name: `${brand.name} ${index + 1}` }
}

const distinct = <A>(random: SeededRandom, list: ReadonlyArray<A>, count: number): Array<A> => {
  const left = [...list]
  return Array.from({ length: Math.min(count, left.length) }, () => {
    const [taken] = left.splice(random.integer(0, left.length - 1), 1)
    return taken!
  })
}

const digits = (value: number, length: number) => String(value).padStart(length, "0")

/** Makes the product at a place of the catalog, the same one for the same size at every call. */
export const demoProduct = (size: DemoSize, index: number): DemoProduct => {
  const random = seededRandom((size.seed ?? 1) * 1_000_003 + index * 7919)
  const { brand_key } = demoBrand(index % size.brands)
  const { models } = demoBrands[(index % size.brands) % demoBrands.length]!
  const place = Math.floor(index / size.brands)
  const kind = demoKinds[place % demoKinds.length]!
  const [modelKey, model] = models[Math.floor(place / demoKinds.length) % models.length]!
  const series = Math.floor(place / (demoKinds.length * models.length))
  const suffix = series === 0 ? "" : ` ${series + 1}`
  const product_key = `${brand_key}-${modelKey}-${kind.key}${suffix.replace(" ", "-")}`
  const name = `${model} ${kind.name}${suffix}`

  const firstVariant = Math.floor((size.variants * index) / size.products)
  const count = Math.floor((size.variants * (index + 1)) / size.products) - firstVariant
  const colors = distinct(random, demoColors, random.integer(2, 4))
  const { sizes, widths } = kind
  const variants = Array.from({ length: count }, (_, v) => {
    const [colorKey, color, vendor_color_code, hex] = colors[v % colors.length]!
    const rest = Math.floor(v / colors.length)
    const sizeIndex = rest % sizes.length
    const widthIndex = Math.floor(rest / sizes.length)
    const sizeText = sizes[sizeIndex]!
    const width = widths[widthIndex] ?? `W${widthIndex + 1}`
    const key = [product_key, colorKey, sizeText.replace(" ", ""), ...(widthIndex === 0 ? [] : [width])].join(
      "-",
    )
    return {
      variant_key: key,
      name: [name, color, sizeText, ...(width === "" ? [] : [width])].join(" "),
      color,
      size: sizeText,
      width,
      vendor_color_code,
      attributes: {
        upc: digits(400_000_000_000 + (firstVariant + v) * 7, 12),
        swatch: { key: hex, label: color },
        ...(v % 5 === 0 ? { weight_g: 350 + 5 * v } : {}),
      },
    }
  })
  return { index, random, brand_key, product_key, name, kind, firstVariant, variants }
}

const attributesOf = ({ random, index, name, kind }: DemoProduct, version: number): Attributes => ({
  material: random.pick(demoMaterials),
  features: distinct(random, demoFeatures, random.integer(1, 3)),
  origin: random.pick(demoOrigins),
  weight_g: random.integer(180, 1_900) + 0.5 * (index % 2),
  waterproof: random.integer(0, 1) === 1,
  launched: `202${random.integer(1, 5)}-${digits(random.integer(1, 12), 2)}-${digits(random.integer(1, 28), 2)}`,
  description: `${name}: léger, wetterfest & 丈夫 — version ${version}. "Tested" on <all> trails; 100 % fun.`,
  certifications: distinct(random, demoCertifications, random.integer(0, 2)),
  ...(kind.key === "BOOT" ? { height: { value: random.integer(4, 9), unit: "in" } } : {}),
  ...(kind.key === "PACK" || kind.key === "TENT"
    ? {
        dimensions: {
          length: random.integer(30, 220),
          width: random.integer(20, 140),
          unit: { key: "cm", label: "Centimetres" },
        },
      }
    : {}),
  ...(index % 4 === 2 ? { name_local: `${name} 登山用` } : {}),
})

/** The versions of a product: up to four, of which the early ones list fewer variants. */
export function* demoVersions(product: DemoProduct): Generator<Product> {
  const { random, brand_key, product_key, name, variants } = product
  const versions = 1 + (product.index % 4 === 0 ? random.integer(1, 3) : product.index % 2)
  const labels = distinct(random, demoLabels, random.integer(0, 3)).sort()
  for (let version = 1; version <= versions; version++) {
    const isLatest = version === versions
    yield {
      kind: "product",
      brand_key,
      product_key,
      version,
      name: isLatest ? name : `${name} (v${version})`,
      source: random.pick(demoSources),
      labels: isLatest ? labels : labels.slice(1),
      attributes: attributesOf(product, version),
      variants: isLatest ? variants : variants.slice(0, Math.ceil(variants.length / 2)),
    }
  }
}

import type { AttributeOption } from "@hangtag/core"

/** The demo's brands, with models as key and name. */
export const demoBrands = [
  {
    brand_key: "NT",
    name: "North Trail",
    time_zone: "America/New_York",
    models: [
      "Summit",
      "Canyon",
      "Glacier",
      "Harbor",
      "Timber",
      "Ember",
      "Lynx",
      "Falcon",
      "Aurora",
      "Drift",
    ].map((name) => [name.toUpperCase(), name] as const),
  },
  {
    brand_key: "BW",
    name: "Bergwerk Ausrüstung",
    time_zone: "Europe/Berlin",
    models: [
      ["FOEHN", "Föhn"],
      ["GRUENSEE", "Grünsee"],
      ["HOEHENWEG", "Höhenweg"],
      ["ZUGSPITZ", "Zugspitz"],
      ["WAECHTER", "Wächter"],
      ["KAR", "Kar"],
      ["STURM", "Sturm"],
      ["GRAT", "Grat"],
      ["EIGER", "Eiger"],
      ["ALM", "Alm"],
    ] as const,
  },
  {
    brand_key: "SH",
    name: "東雲 Shinonome",
    time_zone: "Asia/Tokyo",
    models: [
      ["KIRISHIMA", "霧島 Kirishima"],
      ["TATEYAMA", "立山 Tateyama"],
      ["HAKUBA", "白馬 Hakuba"],
      ["ASO", "阿蘇 Aso"],
      ["NIKKO", "日光 Nikko"],
      ["YAKUSHIMA", "屋久島 Yakushima"],
      ["ZAO", "蔵王 Zao"],
      ["ODAIBA", "お台場 Odaiba"],
      ["KOYA", "高野 Koya"],
      ["SHIRAKAMI", "白神 Shirakami"],
    ] as const,
  },
] as const

const shoeSizes = ["7", "7.5", "8", "8.5", "9", "9.5", "10", "10.5", "11", "12"]
const clothingSizes = ["XS", "S", "M", "L", "XL", "XXL"]

/** What the demo sells: sizes, widths, and the usual price in cents. */
export const demoKinds = [
  { key: "BOOT", name: "Boot", sizes: shoeSizes, widths: ["D", "EE"], cents: 14_995 },
  { key: "JACKET", name: "Jacket", sizes: clothingSizes, widths: [""], cents: 22_995 },
  { key: "RUNNER", name: "Trail Runner", sizes: shoeSizes, widths: ["D", "B"], cents: 12_995 },
  { key: "FLEECE", name: "Fleece", sizes: clothingSizes, widths: [""], cents: 8_995 },
  { key: "SANDAL", name: "Sandal", sizes: shoeSizes, widths: ["D"], cents: 6_995 },
  { key: "SHIRT", name: "Shirt", sizes: clothingSizes, widths: [""], cents: 5_995 },
  { key: "PANTS", name: "Pants", sizes: clothingSizes, widths: ["Regular", "Long"], cents: 9_995 },
  { key: "PACK", name: "Backpack", sizes: ["18 L", "28 L", "38 L"], widths: [""], cents: 11_995 },
  { key: "TENT", name: "Tent", sizes: ["1P", "2P", "3P"], widths: [""], cents: 34_995 },
  { key: "GLOVE", name: "Glove", sizes: clothingSizes, widths: [""], cents: 3_995 },
] as const

/** Key part, name, the vendor's code, and what it looks like. */
export const demoColors = [
  ["BLK", "Black", "001", "#1c1c1e"],
  ["BRN", "Dark Brown", "204", "#4a3326"],
  ["OLV", "Olive", "310", "#6b6b3a"],
  ["NVY", "Navy", "410", "#1f2d4d"],
  ["SND", "Sand", "115", "#d8c4a0"],
  ["RED", "Bordeaux Rouge", "612", "#6d1b2d"],
  ["CAF", "Café", "220", "#7a5a43"],
  ["GRY", "Heather Grey", "030", "#a3a5a8"],
  ["SUM", "墨 Sumi", "005", "#2b2a2f"],
  ["AIZ", "藍 Ai", "415", "#2f4f7f"],
  ["GRN", "Tannengrün", "320", "#2f4d3a"],
  ["WHT", "White", "100", "#f5f5f2"],
] as const

const option = (key: string, label: string): AttributeOption => ({ key, label })

export const demoMaterials = [
  option("lthr", "Leather"),
  option("nub", "Nubuck"),
  option("mesh", "Recycled Mesh"),
  option("wool", "Wool"),
  option("ctn", "Organic Cotton"),
  option("gtx", "Membrane, 3 layers"),
]
export const demoFeatures = [
  option("wp", "Waterproof"),
  option("br", "Breathable"),
  option("ins", "Insulated"),
  option("rfl", "Reflective"),
  option("rec", "Recycled"),
  option("vgn", "Vegan"),
]
export const demoOrigins = [
  option("PT", "Portugal"),
  option("VN", "Việt Nam"),
  option("JP", "日本"),
  option("DE", "Deutschland"),
  option("US", "United States"),
]
export const demoSources = ["merchant_input", "merchant_input", "supplier_feed", "scraper", "erp_sync"]
export const demoLabels = [
  "bestseller",
  "clearance",
  "fall",
  "kids",
  "new-arrival",
  "outlet",
  "spring",
  "unisex",
]
export const demoCertifications = ["bluesign®", "OEKO-TEX® 100", "Fair Trade", "RDS"]

/** Attribute keys with the labels that people read. */
export const demoAttributeLabels = {
  material: "Material",
  features: "Features",
  origin: "Country of origin",
  weight_g: "Weight (g)",
  waterproof: "Waterproof",
  launched: "Launched on",
  description: "Description",
  height: "Height",
  dimensions: "Dimensions",
  certifications: "Certifications",
  name_local: "Name (現地語)",
  upc: "UPC",
  swatch: "Swatch",
} as const

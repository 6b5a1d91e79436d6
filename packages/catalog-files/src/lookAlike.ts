/** A file of another program: what it is known by, and what to do. */
interface LookAlike {
  readonly name: string
  /** Headers in lower case, all of which it has. */
  readonly has: ReadonlyArray<string | RegExp>
  readonly instead: string
}

const fromAdmin = "export the products in Shopify's admin (Products, Export) instead"
const shapeIt =
  "import a file with Shopify's product columns (Handle, Title, Vendor, Variant SKU, Variant Price), or catalog NDJSON"

const known: ReadonlyArray<LookAlike> = [
  {
    name: "a Matrixify export, whose Command column may say to delete",
    has: [/^((variant|tags|image) )?command$/],
    instead: fromAdmin,
  },
  { name: "Shopify's inventory export, without prices", has: ["handle", "location"], instead: fromAdmin },
  {
    name: "Shopify's inventory export, without prices",
    has: ["handle", /^(on hand|available|incoming)\b/],
    instead: fromAdmin,
  },
  { name: "Shopify's order export", has: ["financial status", "lineitem sku"], instead: fromAdmin },
  {
    name: "a WooCommerce export",
    has: ["sku", /^(is featured\?|visibility in catalog)$/],
    instead: shapeIt,
  },
  {
    name: "a WooCommerce export",
    has: [
      "id",
      // in the languages that most shops have
      /^(regular price|regulärer preis|tarif régulier|precio normal|prezzo di listino|(reguliere|normale) prijs|preço normal|cena regularna|ordinarie pris|normalpris|normaalihinta|běžná cena|базовая цена|normal fiyat|通常価格|常规售价|정규 가격)$/,
    ],
    instead: shapeIt,
  },
  {
    name: "a Magento export of advanced prices",
    has: ["sku", "tier_price", /^tier_price_(qty|website|customer_group)$/],
    instead: shapeIt,
  },
  {
    name: "a BigCommerce export",
    has: [/^(item type|item)$/, /^(product )?name$/, /sku$/],
    instead: shapeIt,
  },
  { name: "a Magento export", has: ["sku", /^(attribute_set_code|_attribute_set)$/], instead: shapeIt },
  { name: "a Squarespace export", has: ["title", /\[non editable\]$/], instead: shapeIt },
  { name: "a Wix export", has: [/^handle(id)?$/, "fieldtype"], instead: shapeIt },
  {
    name: "an Amazon file",
    has: [/^(item_sku|seller-sku|templatetype=.*|asin1?|contribution_sku#.*)$/],
    instead: shapeIt,
  },
  { name: "an Etsy export", has: ["title", "currency_code", /^image1$/], instead: shapeIt },
  {
    name: "an eBay file, whose Action column may say to end",
    has: [/^\*?action(\(|$)/, /^\*?title$/],
    instead: shapeIt,
  },
  { name: "an Ecwid export", has: ["product_internal_id"], instead: shapeIt },
  { name: "a Square export", has: ["token", "variation name"], instead: shapeIt },
  {
    name: "a PrestaShop export",
    has: [
      /^(product )?id$/,
      /^r[eé]f[eé]rence( (#|n°))?$/,
      /^(active|price \(?tax|wholesale price|prix \(?(ht|ttc))/,
    ],
    instead: shapeIt,
  },
  // marks of its own import file, which it keeps in every language
  { name: "a PrestaShop export", has: [/\(0\/1\)$/, /\(x,y,z/], instead: shapeIt },
  {
    name: "a PrestaShop export of combinations",
    has: [/\([^():]+:type:position\)\*?$/],
    instead: shapeIt,
  },
  { name: "a Google Merchant Center feed", has: ["id", /^image[ _]link$/, "availability"], instead: shapeIt },
]

/** WooCommerce writes its headers in the shop's language, and the types of its products, and of its extensions', never. */
const wooType =
  /^((variable-|subscription-|yith_|woosb|[a-z]+[-_])?(simple|variable|variation|grouped|external|subscription|bundle|composite|booking|auction|gift[-_]card|membership|ticket)([-_]variation)?|woosb|mix-and-match)(, *(virtual|downloadable))*$/i
const wooExport = known.find(({ name }) => name === "a WooCommerce export")

/** What a file with this header is that is no Shopify product file though it looks like one, and what to do; in words. */
export const lookAlike = (
  header: ReadonlyArray<string>,
  first: ReadonlyArray<string> = [],
): string | undefined => {
  const names = header.map((cell) => cell.trim().toLowerCase())
  const isWoo = names[0] === "id" && !names.includes("handle") && wooType.test(first[1]?.trim() ?? "")
  const found = isWoo
    ? wooExport
    : known.find(({ has }) =>
        has.every((wanted) =>
          typeof wanted === "string" ? names.includes(wanted) : names.some((name) => wanted.test(name)),
        ),
      )
  return found && `it is ${found.name}: ${found.instead}`
}

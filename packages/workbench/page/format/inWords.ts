import { ownZone, showEffective } from "./time.ts"

/** Members of the API, as the page calls them. */
const names: Readonly<Record<string, string>> = {
  effective_from: "“From”",
  effective_until: "“Until”",
  variant_key: "variant key",
  variant_keys: "variant keys",
  product_key: "product key",
  product_keys: "product keys",
  brand_key: "“Brand”",
  batch_key: "batch",
  price_type: "price type",
  price_types: "price types",
  price_list: "price list",
  key_column: "“Column of variant keys”",
  decimal_mark: "“Amounts have”",
  label_keys: "labels",
  record_key: "record",
  known_at: "what was known then",
}

/** A day or an instant within a sentence; what is to be written so stays so. */
const days =
  /(?<!\b(?:as|like) )(?<![\w-])\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?(?![\w-])/g

/** A sentence of the server in the words of the page, with days as the page writes them. `zone`: the brand's. */
export const inWords = (sentence: string, zone: string = ownZone()): string =>
  sentence
    .replace(days, (day) => showEffective(day, zone))
    .replace(/\b[a-z]+_[a-z]+\b/g, (name) => (Object.hasOwn(names, name) ? names[name]! : name))

import type { Permission } from "../../kernel/Principal.ts"
import type { Case } from "../../kernel/rules/decisionTable.cases.ts"

/** What a job is asked for: the change sheet of a batch, or an export whose columns read these fields. */
export type NeedsGiven =
  | { readonly batch_key: string }
  | {
      /** Each with its `sub_field` behind a blank, where it has one, of `LIST` where that ends in `@LIST`. */
      readonly columns: ReadonlyArray<string> | null
      /** `column_based` where left out. */
      readonly export_mode?: "attribute_rows"
      readonly price_as_of?: string
    }

export const jobNeedsCases: ReadonlyArray<Case<NeedsGiven, ReadonlyArray<Permission>>> = [
  {
    name: "columns of products and variants",
    given: { columns: ["product_key", "labels", "variant_key", "size"] },
    expect: [],
    why: "`product:read` shows these everywhere.",
  },
  {
    name: "a price",
    given: { columns: ["variant_key", "price MAP"] },
    expect: ["price:read"],
    why: "A file tells a price as a timeline does.",
  },
  {
    name: "a price of another type",
    given: { columns: ["price COST"] },
    expect: ["price:read"],
    why: "Every type is a price; what is to be kept apart needs an organization of its own.",
  },
  {
    name: "since when a price holds",
    given: { columns: ["price_effective_from MAP"] },
    expect: ["price:read"],
    why: "That there is a price, and since when, is told by no operation without it.",
  },
  {
    name: "prices of a moment to come",
    given: { columns: ["product_key", "price MAP", "price MSRP"], price_as_of: "2027-01-01T00:00:00Z" },
    expect: ["price:read"],
    why: "What is published and not yet in force is seen with it, once for all columns.",
  },
  {
    name: "an attribute with the name of a price field",
    given: { columns: ["attributes.price"] },
    expect: [],
    why: "It is an attribute of the catalog, as the product's other ones.",
  },
  {
    name: "every attribute",
    given: { columns: null, export_mode: "attribute_rows" },
    expect: [],
    why: "Its rows are attributes; no price record is read.",
  },
  {
    name: "every attribute, with a column that is ignored",
    given: { columns: ["price MAP"], export_mode: "attribute_rows" },
    expect: [],
    why: "Mappings are not read in this mode, so nothing is shown that would need it.",
  },
  {
    name: "every attribute, with prices of a list",
    given: { columns: ["price MAP@DE"], export_mode: "attribute_rows" },
    expect: ["price:read"],
    why: "Each of its rows shows a price, as a column does.",
  },
  {
    name: "a change sheet",
    given: { batch_key: "FALL" },
    expect: ["batch:read"],
    why: "It shows what a review of the batch does, drafts of a colleague too.",
  },
]

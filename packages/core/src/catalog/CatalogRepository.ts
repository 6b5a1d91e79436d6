import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Unavailable } from "../kernel/errors.ts"
import type { AttributeDefinition, Brand, VariantSearch } from "./Catalog.ts"
import type { AttributeUse } from "./rules/exportFieldList.ts"

/** Which variants: those of a brand's product with exactly this color. */
export interface ColorwayQuery {
  readonly brand_key: string
  readonly product_key: string
  readonly color: string
}

/** Which variants of a product: those with the text in a field that is searched, the first `limit` of them. */
export interface VariantQuery {
  readonly text: string
  readonly limit: number
}

/** What is found of a colorway; `brand` or `productFound` tell which part of the key names nothing. */
export interface Colorway {
  readonly brand: Brand | null
  readonly productFound: boolean
  readonly variant_keys: ReadonlyArray<string>
}

/**
 * Reads the catalog of one organization.
 *
 * Promises: nothing of another organization is ever seen, nor a retired product or variant; texts are compared exactly (case and code points);
 * every list has the total order named; a text that cannot be stored (with U+0000, say) is merely not found.
 */
export class CatalogRepository extends Context.Service<
  CatalogRepository,
  {
    /** The brand, whether it owns the product, and the keys of its variants of exactly that color, by key. */
    readonly findColorway: (
      organization: string,
      query: ColorwayQuery,
    ) => Effect.Effect<Colorway, Unavailable>
    /**
     * Variants of a product with `text` in one of their searchable fields, whatever the case, in `searchOrder`,
     * the first `limit` of `total`; none where the product is unknown.
     */
    readonly searchVariants: (
      organization: string,
      productKey: string,
      search: VariantQuery,
    ) => Effect.Effect<Option.Option<VariantSearch>, Unavailable>
    /** Every attribute key that products or variants of the organization carry, by key. */
    readonly attributeDefinitions: (
      organization: string,
    ) => Effect.Effect<ReadonlyArray<AttributeDefinition>, Unavailable>
    /** The same keys, by key, each with what its values are and how many products have it. */
    readonly attributeUses: (organization: string) => Effect.Effect<ReadonlyArray<AttributeUse>, Unavailable>
  }
>()("@hangtag/core/ports/CatalogRepository") {}

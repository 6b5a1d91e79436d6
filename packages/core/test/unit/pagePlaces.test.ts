import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { expect, it } from "vitest"
import { answering } from "../../src/operations.ts"

/** What a page's place is made of, which its `Link` shows. */
const membersOf = (place: SchemaAST.AST): ReadonlyArray<string> => {
  if (SchemaAST.isUnion(place)) return place.types.flatMap(membersOf)
  if (SchemaAST.isObjects(place)) return place.propertySignatures.map(({ name }) => String(name))
  return place._tag === "Null" || place._tag === "Undefined" ? [] : [place._tag]
}

it("cursors are made of the organization's own keys and instants: none counts what all organizations write", () => {
  const places = Object.entries(answering).flatMap(([name, { input }]) => {
    const { after } = input.fields as { readonly after?: Schema.Top }
    return after === undefined ? [] : [[name, membersOf(Schema.toType(after).ast)]]
  })
  expect(Object.fromEntries(places)).toEqual({
    adjustPrices: ["product_key", "color"],
    reviewPriceBatch: ["brand_key", "product_key", "color"],
    // a brand's revision, an organization's own count
    listPolicyChanges: ["Number"],
    listPriceListPolicyChanges: ["Number"],
    listPublications: ["Number"],
    getProduct: ["color", "variant_key"],
    listBatchMoments: ["at", "price_type", "price_list"],
    listBatchRecords: ["variant_key", "price_type", "record_key"],
    listBrands: ["String"],
    listColorwayPrices: ["value", "product_key", "color"],
    listCrawlDiscoveries: ["String"],
    listCrawlJobs: ["String"],
    listJobs: ["created_at", "job_id"],
    listPriceBatches: ["number"],
    listPriceLists: ["String"],
    listProducts: ["String"],
    listUpcomingPrices: ["at", "batch_key", "product_key", "color"],
  })
})

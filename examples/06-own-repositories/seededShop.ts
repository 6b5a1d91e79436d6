import { portsFromAsync } from "@hangtag/core/promise"
import { seededBy } from "@hangtag/testkit/promises"
import { Layer } from "effect"
import { repositoriesOf, Shop } from "./shop.ts"

const shop = new Shop()

/** The host's repositories only read: the promises' tests write into its tables through this. */
const seed = seededBy(async (organization, { brands = [], products = [], prices = [] }) => {
  for (const brand of brands) shop.tables(organization).brands.set(brand.brand_key, brand)
  for (const product of products) shop.addProduct(organization, product)
  for (const price of prices) shop.addPrice(organization, price)
})

/** What the tests of the shop's repositories run over, in any test runner. */
export const seededShop = Layer.merge(portsFromAsync(repositoriesOf(shop)), seed)

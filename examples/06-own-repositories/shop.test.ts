import { portsFromAsync } from "@hangtag/core/promise"
import { catalogRepositorySuite, priceRepositorySuite, seededBy } from "@hangtag/testkit/conformance"
import { Layer } from "effect"
import { repositoriesOf, Shop } from "./shop.ts"

const shop = new Shop()
const ports = portsFromAsync(repositoriesOf(shop))

/** The host's repositories only read: the suites write into its tables through this. */
const seed = seededBy(async (organization, { brands = [], products = [], prices = [] }) => {
  for (const brand of brands) shop.tables(organization).brands.set(brand.brand_key, brand)
  for (const product of products) shop.addProduct(organization, product)
  for (const price of prices) shop.addPrice(organization, price)
})

const oneVersion = "the shop keeps one version of a product"
const noAttributes = "the shop's products have no attributes"
catalogRepositorySuite("a shop's CatalogRepository", Layer.merge(ports, seed), {
  skips: {
    "takes variants across versions, each with the color of the newest version that lists it": oneVersion,
    "lists every attribute key that a version or variant carries, by key, with its label": noAttributes,
    "tells what kinds of values an attribute has, and how many products have it in any version or variant":
      noAttributes,
  },
})
priceRepositorySuite("a shop's PriceRepository", Layer.merge(ports, seed))

import { catalogRepositorySuite, priceRepositorySuite } from "@hangtag/testkit/conformance"
import { seededShop } from "./seededShop.ts"

const oneVersion = "the shop keeps one version of a product"
const noAttributes = "the shop's products have no attributes"
catalogRepositorySuite("a shop's CatalogRepository", seededShop, {
  skips: {
    "takes variants across versions, each with the color of the newest version that lists it": oneVersion,
    "lists every attribute key that a version or variant carries, by key, with its label": noAttributes,
    "tells what kinds of values an attribute has, and how many products have it in any version or variant":
      noAttributes,
  },
})
priceRepositorySuite("a shop's PriceRepository", seededShop)

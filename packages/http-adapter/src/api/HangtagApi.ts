import { HttpApi, OpenApi } from "effect/http-api"
import { Batches } from "./Batches.ts"
import { Jobs } from "./Jobs.ts"
import { completed } from "./openApi.ts"
import { PriceChanges } from "./PriceChanges.ts"
import { Pricing } from "./Pricing.ts"
import { Products } from "./Products.ts"
import { System } from "./System.ts"

/** Everything that Hangtag answers over HTTP; safe to import in a client (`HttpApiClient.make(HangtagApi)`). */
export class HangtagApi extends HttpApi.make("hangtag")
  .add(Pricing, PriceChanges, Products, Batches, Jobs, System)
  .annotateMerge(
    OpenApi.annotations({
      title: "Catalog, Pricing and Export Service",
      version: "1.0.0",
      description:
        "Product catalogs under price policies: price changes previewed, batches filled, variants found, exports made.",
      transform: completed,
    }),
  ) {}

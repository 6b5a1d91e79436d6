import { mostCounted, mostListed } from "@hangtag/core"
import { HttpApi, OpenApi } from "effect/http-api"
import { defaultLimits } from "../validation/limits.ts"
import { Batches } from "./Batches.ts"
import { Callers } from "./Callers.ts"
import { Catalog } from "./Catalog.ts"
import { Discoveries } from "./Discoveries.ts"
import { Idempotency } from "./Idempotency.ts"
import { Jobs } from "./Jobs.ts"
import { completed } from "./openApi.ts"
import { PriceChanges } from "./PriceChanges.ts"
import { PriceLists } from "./PriceLists.ts"
import { Pricing } from "./Pricing.ts"
import { Products } from "./Products.ts"
import { System } from "./System.ts"
import { grouped } from "./served.ts"

const { maxBodySize, maxBulkBodySize, maxValues, requestTimeout, maxHeaderSize } = defaultLimits
const { callsAtOnce, callsWaiting, requestsInLine } = defaultLimits

/** What holds for every operation; what holds for one stands there. */
const limitsInWords = [
  `Unless the operator has set others: a body has at most ${maxBodySize / 1024 ** 2} MiB,`,
  `${maxBulkBodySize / 1024 ** 2} MiB of an export, a fill, an adjustment or a price sheet's rows, 20 MiB of a price sheet's file (else 413),`,
  `and ${grouped.format(maxValues)} values in all (else 422).`,
  `The request's line and headers have at most ${maxHeaderSize / 1024} KiB (else 431).`,
  `A request comes in within ${requestTimeout / 1_000} s (else 408), and is answered within as many (else 503).`,
  `An organization makes ${defaultLimits.callsASecond} calls a second where callers are authenticated;`,
  `${callsAtOnce} of its calls are worked on at once, and ${grouped.format(callsWaiting)} wait (else 429, with \`Retry-After\`).`,
  `Of one connection they are worked on one at a time, and ${requestsInLine} may wait for their answers (else 429).`,
  `A \`total\` counts no more than ${grouped.format(mostCounted)} (\`total_is_exact\` is false beyond); a list whose whole number stands beside it, as in price changes, has its first ${mostListed} entries.`,
].join(" ")

const groups = [
  Pricing,
  PriceChanges,
  PriceLists,
  Products,
  Discoveries,
  Catalog,
  Batches,
  Jobs,
  Callers,
  System,
] as const

/** The operations whose answers are kept under an `Idempotency-Key`. */
const keptOperations = new Set(
  groups.flatMap(({ identifier, endpoints }) =>
    Object.values(endpoints)
      .filter(({ middlewares }) => middlewares.has(Idempotency))
      .map((endpoint) => `${identifier}.${endpoint.identifier}`),
  ),
)

/** Everything that Hangtag answers over HTTP; safe to import in a client (`HttpApiClient.make(HangtagApi)`). */
export class HangtagApi extends HttpApi.make("hangtag")
  .add(...groups)
  .annotateMerge(
    OpenApi.annotations({
      title: "Catalog, Pricing and Export Service",
      version: "1.0.0",
      description: `Product catalogs under price policies: price changes previewed, batches filled, variants found, exports made.\n\n${limitsInWords}`,
      transform: (document) => completed(document, keptOperations),
    }),
  ) {}

import * as Schema from "effect/Schema"
import type { Run } from "./asyncOperations.ts"
import { valid } from "./validInput.ts"

/** What the argument behind the principal is called, of the operations that take a key there. */
const named: Readonly<Record<string, ReadonlyArray<string>>> = {
  brand_key: [
    ...["previewColorway", "getPricePolicy", "savePricePolicy", "listPolicyChanges"],
    ...["generatePriceChange", "adjustPrices"],
  ],
  batch_key: [
    ...[
      "getPriceBatch",
      "listBatchMoments",
      "reviewPriceBatch",
      "removeBatchChanges",
      "discardPriceBatch",
      "publishPriceBatch",
      "revertPriceBatch",
    ],
    ...["exportPriceBatch", "addRecordsByVariants", "listBatchRecords"],
  ],
  variant_key: ["explainVariantPrice"],
  record_key: ["withdrawDraft"],
  product_key: ["getProduct", "searchVariants"],
  job_id: [
    ...["selectCrawlDiscoveries", "listCrawlDiscoveries", "getJob", "cancelJob", "retryJob", "downloadLink"],
  ],
}

type Call = (principal: unknown, key: unknown, ...rest: ReadonlyArray<unknown>) => Promise<unknown>

/** The operations, for callers without a type checker: a key that is no text is told as a fault of theirs. */
export const checkedKeys = <Operations extends object>(operations: Operations, run: Run): Operations => {
  const calls = operations as Readonly<Record<string, Call>>
  const checked = Object.entries(named).flatMap(([name, of]) =>
    of.map((operation): [string, Call] => [
      operation,
      (principal, key, ...rest) =>
        typeof key === "string"
          ? calls[operation]!(principal, key, ...rest)
          : run(() => valid(Schema.Struct({ [name]: Schema.String }), { [name]: key as string }), undefined),
    ]),
  )
  return { ...operations, ...Object.fromEntries(checked) }
}

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { requireBrand } from "../changes/changeTarget.ts"
import { PriceChangeRepository } from "../changes/PriceChangeRepository.ts"
import { ExportRepository } from "../exports/ExportRepository.ts"
import { ExportQueued } from "../exports/ExportRequest.ts"
import { mostSheetPrices, PriceSheetOptions } from "../exports/PriceSheetAsked.ts"
import { exportLane } from "../exports/rules/exportLane.ts"
import { fileOptionFaults } from "../exports/rules/fileOptions.ts"
import { requireWithin } from "../kernel/CallLimits.ts"
import { LimitExceeded, NotFound, TooManyOpen } from "../kernel/errors.ts"
import { problemFaults, requireNoFaults } from "../kernel/faults.ts"
import { currentInstant } from "../kernel/Instant.ts"
import { Key } from "../kernel/Key.ts"
import { operation } from "../kernel/operation.ts"
import { requireLists } from "../prices/readLists.ts"
import { sheetSelection, unreadableSheet } from "../sheets/rules/priceSheetRows.ts"
import { brandState } from "../sheets/rules/sheetToken.ts"
import { JobRepository } from "./JobRepository.ts"
import { queueJob } from "./queueJob.ts"

/** Types and lists whose columns would be called the same as others. */
const headingFaults = (types: ReadonlyArray<string>, lists: ReadonlyArray<string>) => {
  const pairs = types.flatMap((price_type) => lists.map((price_list) => ({ price_type, price_list })))
  return problemFaults(["price_types"], types, unreadableSheet(pairs))
}

const sizeFaults = (types: ReadonlyArray<string>, lists: ReadonlyArray<string>) =>
  problemFaults(
    ["price_lists"],
    lists,
    types.length * lists.length <= mostSheetPrices
      ? undefined
      : `a sheet has ${mostSheetPrices} price types and lists at most: ${types.length} types of ${lists.length} lists are ${types.length * lists.length}`,
  )

/**
 * Queues the price sheet of a brand, the file that `previewPriceSheet` takes back, as `queueExport` queues an export of products: a
 * row for each variant, with its prices of now and room for new ones, of each of the price lists; of others than `base` also with what
 * the list shows.
 *
 * Fails with `NotFound` for a brand, with `InvalidRequest` for file options that the file has no use for, a list that there is not or too many types and lists, with `LimitExceeded`
 * (`export_keys`), and with `TooManyOpen` as `queueExport` does. Needs `price:read`.
 */
export const exportPriceSheet = operation({
  name: "exportPriceSheet",
  permission: "price:read",
  input: Schema.Struct({ brand_key: Key, ...PriceSheetOptions.fields }),
  output: ExportQueued,
  errors: [NotFound, LimitExceeded, TooManyOpen],
  ports: [PriceChangeRepository, ExportRepository, JobRepository],
  limits: ["export_keys", "openExports"],
  effect: "write",
  run: Effect.fnUntraced(function* (principal, asked) {
    const { organization } = principal
    const { brand_key, product_keys, price_types: types, price_lists: lists, ...file } = asked
    yield* requireWithin("export_keys", product_keys?.length ?? 0, ["product_keys"])
    const [price_types, price_lists] = [[...new Set(types)], [...new Set(lists)]]
    yield* requireNoFaults([...fileOptionFaults(file), ...sizeFaults(price_types, price_lists)])
    yield* requireNoFaults(headingFaults(price_types, price_lists))
    yield* requireLists(
      principal,
      lists.map((price_list, index) => ({ loc: ["price_lists", index], price_list })),
    )
    const brand = yield* requireBrand(organization, brand_key)
    const price_sheet = { brand_key, brand: brandState(brand), product_keys, price_types, price_lists }
    const { count } = yield* ExportRepository
    const { total } = yield* count(organization, sheetSelection(price_sheet))
    return yield* queueJob(principal, {
      request: { price_sheet, ...file },
      total,
      lane: exportLane(total),
      message: `Queued: the price sheet of brand ${brand_key}`,
      created_at: yield* currentInstant,
    })
  }),
})

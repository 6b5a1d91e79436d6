import {
  basePriceList,
  ExportRepository,
  instantToText,
  type JobRecord,
  type PriceSheetJob,
  type Unavailable,
} from "@hangtag/core"
import {
  priceSheetColumns,
  priceSheetRows,
  sheetPairs,
  sheetSelection,
  typeName,
} from "@hangtag/core/adapter"
import { Effect } from "effect"
import { completedPricesMessage } from "./exportMessage.ts"
import type { FileContents } from "./FileContents.ts"
import type { RunProgress } from "./RunProgress.ts"
import { batchesInTurns } from "./rowBatches.ts"

/** What to do with the file, for who opens it. */
const introOf = (brand: string, lists: ReadonlyArray<string>, moment: string): ReadonlyArray<string> => [
  `Prices of brand ${brand} in the price ${lists.length === 1 ? "list" : "lists"} ${lists.join(", ")}, as they were at ${moment.slice(0, 16).replace("T", " ")} UTC`,
  "",
  "1. Open the sheet Prices, and write new amounts into the columns that are called new. An empty cell leaves the price as it is, the word end ends it.",
  "2. Write from which day a new amount holds into the column from; into until the first day on which it holds no more, or nothing for good.",
  "3. Save the file as xlsx, and take it back: drop it on the page Price sheets of the workbench, which shows what would become of each row before anything is written.",
  "",
  "What was taken back is in an open batch. No price changes before that batch is published.",
  "Rows may be sorted, filtered and deleted, columns moved and hidden. Sort all columns together. Leave the headings and the hidden column as they are.",
]

/** The prices of a brand's variants, with room for new ones: those in force when the sheet was asked for, of what there is when the run begins. */
export const priceSheet = Effect.fnUntraced(function* (
  { organization, created_at }: JobRecord,
  { price_sheet }: PriceSheetJob,
  progress: RunProgress,
) {
  const { products } = yield* ExportRepository
  const { brand_key, price_types, price_lists = [basePriceList] } = price_sheet
  const pairs = yield* sheetPairs(organization, price_sheet, created_at)
  const shape = { ...price_sheet, organization, pairs, at: created_at }
  const listed = pairs.flatMap(({ price_type, price_list, lists }) =>
    [price_list, ...lists].map((list) => ({ price_type, price_list: list })),
  )
  const others = new Map(
    listed.filter(({ price_list }) => price_list !== basePriceList).map((each) => [typeName(each), each]),
  )
  const wanted = {
    variants: true,
    attributes: false,
    price_types,
    at: created_at,
    ...(others.size > 0 && { list_prices: [...others.values()] }),
  }
  const columns = priceSheetColumns(pairs)
  const moment = instantToText(created_at)
  const rows = {
    of: (product: Parameters<typeof priceSheetRows>[1]) => priceSheetRows(shape, product),
    counts: () => 1,
  }
  const contents: FileContents<Unavailable> = {
    header: columns.map(({ heading }) => heading),
    kinds: columns.map(({ kind }) => kind),
    about: [
      ["Asked for at", moment],
      ["Brand", brand_key],
    ],
    print: { title: `Prices of ${brand_key}`, paper: "a4", created: moment },
    layout: {
      name: "Prices",
      intro: introOf(brand_key, price_lists, moment),
      facts: [
        ["Written at", moment],
        ["Brand", brand_key],
        ["Version", "h1"],
      ],
      takes: columns.map(({ takes = null }) => takes),
    },
    batches: batchesInTurns(
      rows,
      products(organization, sheetSelection(price_sheet), wanted),
      progress,
      () => {
        progress.stage = "writing"
      },
    ),
    summary: (counts) => completedPricesMessage(brand_key, counts),
  }
  return contents
})

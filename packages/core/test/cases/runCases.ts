import type { AmountRange, LinePreview, PriceWarning } from "@hangtag/core"
import type { ExportCell } from "@hangtag/core/adapter"
import { describe, expect, it } from "vitest"
import { productSearchCases } from "../../src/catalog/rules/productSearch.cases.ts"
import { searchOrderCases } from "../../src/catalog/rules/searchOrder.cases.ts"
import { fillBatchCases } from "../../src/changes/rules/fillBatch.cases.ts"
import { catalogUrlsCases } from "../../src/discoveries/rules/catalogUrls.cases.ts"
import { exportRowsCases, exportSelectionCases } from "../../src/exports/rules/exportRows.cases.ts"
import { fileOptionCases } from "../../src/exports/rules/fileOptions.cases.ts"
import { effectiveInstantCases } from "../../src/kernel/rules/effectiveInstant.cases.ts"
import { diffLinesCases } from "../../src/prices/rules/diffLines.cases.ts"
import { futureRecordsCases } from "../../src/prices/rules/futureRecords.cases.ts"
import { judgeLinesCases } from "../../src/prices/rules/judgeLines.cases.ts"
import { priceInForceCases } from "../../src/prices/rules/priceInForce.cases.ts"
import { explainPriceCases, priceTimelineCases } from "../../src/prices/rules/priceTimeline.cases.ts"
import { shopPriceCases } from "../../src/prices/rules/shopPrice.cases.ts"
import { upcomingPricesCases } from "../../src/prices/rules/upcomingPrices.cases.ts"
import { priceWarningsCases } from "../../src/prices/rules/warnings/priceWarnings.cases.ts"
import { textOfPrice } from "./caseText.ts"
import type {
  CatalogUrlDoor,
  Doors,
  ExplainDoor,
  ExportDoor,
  FillDoor,
  InstantDoor,
  PreviewDoor,
  ProductsDoor,
  SearchDoor,
  ShopDoor,
  TimelineDoor,
  UpcomingDoor,
} from "./Doors.ts"

/** How a door gives amounts: digit by digit, or as JSON numbers, which keep no trailing zeros. */
export type AmountsAs = "written" | "numbers"

/** A written price or line with its amount as the door gives it. */
const withAmounts = (amounts: AmountsAs) => (text: string) =>
  amounts === "written"
    ? text
    : text.replace(/(\S+)(?= from )/, (amount) =>
        amount
          .replace(/^0+(?=\d)/, "")
          .replace(/(\.\d*?)0+$/, "$1")
          .replace(/\.$/, ""),
      )

const textOfLine = ({ status, counts, variants }: LinePreview): string => {
  const tally = { add: 0, changed: 0, unchanged: 0 }
  for (const variant of variants) tally[variant.status]++
  expect(counts).toEqual(tally)
  return `${status}: ${variants.map((each) => `${each.variant_key} ${each.status}`).join(", ")}`
}

export const runDiffLinesCases = (title: string, door: PreviewDoor, amounts: AmountsAs = "written"): void => {
  describe(`line status: ${title}`, () => {
    it.each(diffLinesCases)("$name", async ({ given, expect: expected }) => {
      const { lines, incumbents } = await door(given)
      expect(lines.map(textOfLine)).toEqual(expected)
      expect(
        lines.map(
          ({ price_type, amount, effective_from }) => `${price_type} ${amount} from ${effective_from}`,
        ),
      ).toEqual((given.lines ?? []).map(withAmounts(amounts)))
      for (const { price_type, variants } of lines) {
        for (const { variant_key, incumbent } of variants) {
          const inForce = incumbents.find(
            (each) => each.variant_key === variant_key && each.price_type === price_type,
          )
          expect(incumbent?.record_key).toBe(inForce?.record_key)
          expect(incumbent?.amount).toBe(inForce?.amount)
          expect(incumbent?.effective_from).toBe(inForce?.effective_from)
        }
      }
    })
  })
}

export const runJudgeLinesCases = (title: string, door: PreviewDoor): void => {
  describe(`line status at its instant: ${title}`, () => {
    it.each(judgeLinesCases)("$name", async ({ given, expect: expected }) => {
      const { lines } = await door(given)
      const told = lines.map(({ status, status_at_effective, amount, variants }) => {
        for (const { previous, status_at_effective: own } of variants)
          expect(own).toBe(
            previous === null ? "add" : Number(previous) === Number(amount) ? "unchanged" : "changed",
          )
        const each = variants.map((variant) => `${variant.variant_key} ${variant.status_at_effective}`)
        return `${status}, then ${status_at_effective}: ${each.join(", ")}`
      })
      expect(told).toEqual(expected)
    })
  })
}

const textOfWarning = ({ kind, line, variant_keys, message, ...facts }: PriceWarning): string => {
  expect(message).not.toBe("")
  const told = Object.entries(facts).map(([name, fact]) => `${name}=${fact}`)
  return `${kind} line ${line} ${variant_keys.join(", ")}${told.length > 0 ? `: ${told.join(", ")}` : ""}`
}

export const runPriceWarningsCases = (title: string, door: PreviewDoor): void => {
  describe(`warnings: ${title}`, () => {
    it.each(priceWarningsCases)("$name", async ({ given, expect: expected }) => {
      expect((await door(given)).warnings.map(textOfWarning)).toEqual(expected)
    })
  })
}

export const runPriceTimelineCases = (title: string, timeline: TimelineDoor, explain: ExplainDoor): void => {
  describe(`timeline: ${title}`, () => {
    it.each(priceTimelineCases)("$name", async ({ given, expect: expected }) => {
      const { segments = [], drafts = [] } = (await timeline(given)) ?? {}
      const told = [...segments, ...drafts].map(
        ({ from, until, amount, state, batch_key }) =>
          `${from ?? "-"} … ${until ?? "-"}: ${amount ?? "-"} ${state}${batch_key === null ? "" : ` in ${batch_key}`}`,
      )
      expect(told).toEqual(expected)
    })
  })
  describe(`explanation: ${title}`, () => {
    it.each(explainPriceCases)("$name", async ({ given, expect: expected }) => {
      const { sentence, candidates } = await explain(given)
      expect(candidates.every(({ reason }) => reason !== "")).toBe(true)
      const told = candidates.map(({ amount, verdict }) => `${amount}: ${verdict}`)
      expect([sentence, ...told]).toEqual(expected)
    })
  })
}

const rangeText = (range: AmountRange | null): string => {
  if (range === null) return "-"
  const { least_amount: least, greatest_amount: greatest } = range
  return least === greatest ? `${least}` : `${least} to ${greatest}`
}

export const runUpcomingPricesCases = (title: string, door: UpcomingDoor): void => {
  describe(`upcoming prices: ${title}`, () => {
    it.each(upcomingPricesCases)("$name", async ({ given, expect: expected }) => {
      const told = (await door(given)).map(
        ({ at, batch_key, brand_key, product_key, color, counts, variants, price_types, amounts }) => {
          expect(brand_key).toBe("B1")
          expect(amounts.map(({ price_type }) => price_type)).toEqual(price_types)
          const changes = Object.entries(counts).flatMap(([kind, count]) =>
            count === 0 ? [] : [`${count} ${kind}`],
          )
          const about = `${at} ${batch_key ?? "-"} ${product_key} ${color}`
          const prices = amounts.map(
            ({ price_type, before, after }) => `${price_type} ${rangeText(before)} → ${rangeText(after)}`,
          )
          return `${about}: ${changes.join(", ")} of ${variants} variants, ${prices.join(", ")}`
        },
      )
      expect(told).toEqual(expected)
    })
  })
}

export const runPriceInForceCases = (
  title: string,
  door: PreviewDoor,
  amounts: AmountsAs = "written",
): void => {
  describe(`price in force: ${title}`, () => {
    it.each(priceInForceCases)("$name", async ({ given, expect: expected }) => {
      expect((await door(given)).incumbents.map((incumbent) => textOfPrice(incumbent))).toEqual(
        expected.map(withAmounts(amounts)),
      )
    })
  })
}

export const runFutureRecordsCases = (
  title: string,
  door: PreviewDoor,
  amounts: AmountsAs = "written",
): void => {
  describe(`future records: ${title}`, () => {
    it.each(futureRecordsCases)("$name", async ({ given, expect: expected }) => {
      const told = (await door(given)).future_records.map(({ collisions, ...record }) =>
        [textOfPrice(record), collisions.map(({ line, kind }) => `${kind} line ${line}`).join(", ")]
          .filter((text) => text !== "")
          .join(": "),
      )
      expect(told).toEqual(expected.map(withAmounts(amounts)))
    })
  })
}

export const runFillBatchCases = (title: string, door: FillDoor, amounts: AmountsAs = "written"): void => {
  describe(`republish fill: ${title}`, () => {
    it.each(fillBatchCases)("$name", async ({ given, expect: expected }) => {
      const result = await door(given)
      if ("error" in result || "error" in expected) return expect(result).toEqual(expected)
      const { requested, added, updated, unchanged, missing } = result.fill
      expect({
        requested,
        added,
        updated,
        unchanged,
        missing: missing.map((each) => `${each.variant_key} ${each.price_type ?? "-"}: ${each.reason}`),
        batch: result.records.map((record) => textOfPrice(record)).sort(),
      }).toEqual({
        added: 0,
        updated: 0,
        unchanged: 0,
        missing: [],
        batch: [],
        ...expected,
        ...(expected.batch && { batch: expected.batch.map(withAmounts(amounts)) }),
      })
      expect(added + updated + unchanged + missing.length).toBe(requested)
    })
  })
}

const textOfCell = (cell: ExportCell): string =>
  cell === null ? "" : typeof cell === "object" ? cell.text : String(cell)

const runExportTable = (
  title: string,
  table: typeof exportRowsCases,
  door: ExportDoor,
  cells: "cells" | "texts",
): void => {
  describe(title, () => {
    it.each(table)("$name", async ({ given, expect: expected }) => {
      const result = await door(given)
      if ("faults" in result || "faults" in expected) return expect(result).toEqual(expected)
      const rows = cells === "cells" ? expected : expected.map((row) => row.map(textOfCell))
      expect(result.rows).toEqual(rows)
    })
  })
}

/** `texts` where the door reads a file in which every cell is text. */
export const runExportRowsCases = (
  title: string,
  door: ExportDoor,
  cells: "cells" | "texts" = "cells",
): void => runExportTable(`export rows: ${title}`, exportRowsCases, door, cells)

export const runExportSelectionCases = (
  title: string,
  door: ExportDoor,
  cells: "cells" | "texts" = "cells",
): void => runExportTable(`export selection: ${title}`, exportSelectionCases, door, cells)

export const runSearchOrderCases = (title: string, door: SearchDoor): void => {
  describe(`variant search: ${title}`, () => {
    it.each(searchOrderCases)("$name", async ({ given, expect: expected }) => {
      const { items, total } = await door(given)
      expect({ keys: items.map((variant) => variant.variant_key), total }).toEqual(expected)
    })
  })
}

export const runProductSearchCases = (title: string, door: ProductsDoor): void => {
  describe(`list of products: ${title}`, () => {
    it.each(productSearchCases)("$name", async ({ given, expect: expected }) => {
      expect(await door(given)).toEqual(expected)
    })
  })
}

export const runCatalogUrlsCases = (title: string, door: CatalogUrlDoor): void => {
  describe(`already in the catalog: ${title}`, () => {
    it.each(catalogUrlsCases)("$name", async ({ given, expect: expected }) => {
      expect(await door(given)).toBe(expected)
    })
  })
}

const textOfInstant = (instant: number): string =>
  `${new Date(Math.floor(instant / 1000)).toISOString().slice(0, -1)}${String(((instant % 1000) + 1000) % 1000).padStart(3, "0")}Z`

export const runEffectiveInstantCases = (title: string, door: InstantDoor): void => {
  describe(`effective_from: ${title}`, () => {
    it.each(effectiveInstantCases)(
      "$name: $given.effective_from in $given.time_zone",
      async ({ given, expect: expected }) => {
        const instant = await door(given.effective_from, given.time_zone)
        expect(instant === undefined ? null : textOfInstant(instant)).toBe(expected)
      },
    )
  })
}

export const runFileOptionCases = (
  title: string,
  door: ExportDoor,
  cells: "cells" | "texts" = "cells",
): void => runExportTable(`file options: ${title}`, fileOptionCases, door, cells)

export const runShopPriceCases = (title: string, door: ShopDoor): void => {
  describe(`shop prices: ${title}`, () => {
    it.each(shopPriceCases)("$name", async ({ given, expect: expected }) => {
      expect(await door(given)).toEqual(expected)
    })
  })
}

/** Every table at every door. */
export const runCases = (title: string, doors: Doors): void => {
  runDiffLinesCases(title, doors.preview)
  runJudgeLinesCases(title, doors.preview)
  runPriceWarningsCases(title, doors.preview)
  runPriceTimelineCases(title, doors.timeline, doors.explain)
  runUpcomingPricesCases(title, doors.upcoming)
  runPriceInForceCases(title, doors.preview)
  runFutureRecordsCases(title, doors.preview)
  runFillBatchCases(title, doors.fill)
  runExportRowsCases(title, doors.export)
  runExportSelectionCases(title, doors.export)
  runFileOptionCases(title, doors.export)
  runSearchOrderCases(title, doors.search)
  runProductSearchCases(title, doors.products)
  runCatalogUrlsCases(title, doors.catalogUrl)
  runEffectiveInstantCases(title, doors.instant)
  runShopPriceCases(title, doors.shop)
}

import { short } from "../support/figures.ts"
import { table } from "../support/table.ts"
import type { Cost } from "./costOf.ts"

/** Of operations at growing sizes: what each cost was, and what it grew by for each step. */
export type Costs = ReadonlyMap<string, ReadonlyArray<readonly [size: string, cost: Cost]>>

/** A row an operation and size; the slope is the median over that of the size before. */
export const costTable = (costs: Costs): string =>
  table(
    ["operation", "size", "median ms", "p99 ms", "slope", "Postgres ms", "Hangtag ms", "pages", "log kB"],
    [...costs].flatMap(([operation, sizes]) =>
      sizes.map(([size, cost], index) => {
        const before = sizes[index - 1]?.[1]
        return [
          operation,
          size,
          short(cost.median),
          short(cost.p99),
          before === undefined ? "" : `${(cost.median / before.median).toFixed(2)}×`,
          short(cost.postgres),
          short(cost.hangtag),
          short(Math.round(cost.pages)),
          short(cost.log / 1024),
        ]
      }),
    ),
  )

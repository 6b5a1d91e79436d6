import type { Attack } from "./Attack.ts"
import { bigVariants } from "./catalog.ts"

const keys = (count: number, key: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => key(i))
const fill = (variant_keys: ReadonlyArray<string>, price_types: ReadonlyArray<string> | null) => ({
  path: "/api/pricing/batches/OPEN/add-records-by-variants",
  body: { variant_keys, price_types },
})
const types = (count: number) => keys(count, (index) => `T${index}`)
const unknown = (count: number) => keys(count, (index) => `U${index}`)
const known = keys(bigVariants, (index) => `BIG-${index}`)

/** Variants are multiplied by price types, in what is read and in what could not be resolved. */
export const fills: ReadonlyArray<Attack> = [
  { name: "fill: 100,000 unknown keys", run: ({ send }) => send(fill(unknown(100_000), ["MAP"])) },
  {
    name: "fill: 20,000 unknown keys × 5,000 types",
    run: ({ send }) => send(fill(unknown(20_000), types(5_000))),
  },
  { name: "fill: 1,500 known keys × 1,500 types", run: ({ send }) => send(fill(known, types(1_500))) },
  { name: "fill: 1,500 known keys × 60 types", run: ({ send }) => send(fill(known, types(60))) },
  {
    name: "fill: 40 long keys × 900 types",
    run: ({ send }) =>
      send(
        fill(
          keys(40, (i) => `${i}`.padEnd(90_000, "x")),
          types(900),
        ),
      ),
  },
  { name: "fill: 3,000 unknown keys × 100 types", run: ({ send }) => send(fill(unknown(3_000), types(100))) },
  { name: "fill: 548 unknown keys × 547 types", run: ({ send }) => send(fill(unknown(548), types(547))) },
  { name: "fill: one key × 100,000 types", run: ({ send }) => send(fill(["BIG-0"], types(100_000))) },
]

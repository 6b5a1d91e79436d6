import { CatalogWriter, type PriceRecord, PriceRepository, type PricesAround } from "@hangtag/core"
import { priceRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { blind, broken, refused } from "./broken.ts"
import { notices } from "./notices.ts"

const plain = (amount: string) => String(Number(amount))

/** Changes what is found. */
const finding = (change: (found: PricesAround) => Partial<PricesAround>) =>
  broken(PriceRepository, ({ pricesAround }) => ({
    pricesAround: (...args) => Effect.map(pricesAround(...args), (found) => ({ ...found, ...change(found) })),
  }))

/** Chooses the price in force by another order. */
const choosing = (order: (a: PriceRecord, b: PriceRecord) => number) =>
  broken(PriceRepository, ({ pricesAround }) => ({
    pricesAround: (organization, keys, at) =>
      Effect.map(
        Effect.all([pricesAround(organization, keys, at), pricesAround(organization, keys, -1e17)]),
        ([found, { future: all }]) => ({
          ...found,
          inForce: found.inForce.map(
            (record) =>
              all
                .filter(
                  (other) =>
                    other.variant_key === record.variant_key &&
                    other.price_type === record.price_type &&
                    other.status === "active" &&
                    other.effective_at <= at,
                )
                .toSorted(order)[0]!,
          ),
        }),
      ),
  }))

notices("priceRepositorySuite", priceRepositoryPromises, [
  [
    "begins a price a microsecond late",
    "puts a price in force at its own microsecond and not one before",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) => pricesAround(organization, keys, at - 1),
    })),
  ],
  [
    "lists a price at the moment itself as future",
    "puts a price in force at its own microsecond and not one before",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) =>
        Effect.all([pricesAround(organization, keys, at), pricesAround(organization, keys, at - 1)]).pipe(
          Effect.map(([{ inForce }, { future }]) => ({ inForce, future })),
        ),
    })),
  ],
  [
    "leaves drafts out",
    "keeps drafts out of force and lists those to come",
    finding(({ future }) => ({ future: future.filter((record) => record.status === "active") })),
  ],
  [
    "gives the first of a tie",
    "settles a tie of instants by the record written last",
    choosing((a, b) => b.effective_at - a.effective_at || a.sequence - b.sequence),
  ],
  [
    "orders by UTF-16 units",
    "orders what is in force by variant key and price type, by code point",
    finding(({ inForce }) => ({
      inForce: inForce.toSorted((a, b) =>
        a.variant_key < b.variant_key ? -1 : a.variant_key > b.variant_key ? 1 : 0,
      ),
    })),
  ],
  [
    "orders what is to come by instant first",
    "orders what is to come by variant key, price type, instant and sequence",
    finding(({ future }) => ({ future: future.toSorted((a, b) => a.effective_at - b.effective_at) })),
  ],
  [
    "takes amounts through floating point",
    "gives amounts and effective_from back as they were given",
    finding(({ inForce }) => ({
      inForce: inForce.map((record) => ({ ...record, amount: plain(record.amount) })),
    })),
  ],
  [
    "rewrites effective_from",
    "gives amounts and effective_from back as they were given",
    finding(({ inForce }) => ({
      inForce: inForce.map((record) => ({ ...record, effective_from: record.effective_from.slice(0, 10) })),
    })),
  ],
  [
    "loses the batch",
    "gives every field of a record",
    finding(({ future }) => ({ future: future.map((record) => ({ ...record, batch_key: null })) })),
  ],
  [
    "answers once for each time a key is named",
    "passes over unknown variant keys, and over repeated ones",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) =>
        Effect.map(
          Effect.forEach(keys, (key) => pricesAround(organization, [key], at)),
          (each) => ({
            inForce: each.flatMap((one) => one.inForce),
            future: each.flatMap((one) => one.future),
          }),
        ),
    })),
  ],
  [
    "fails of a key that no database keeps",
    "passes over unknown variant keys, and over repeated ones",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) =>
        keys.some((key) => key.includes("\0")) ? refused : pricesAround(organization, keys, at),
    })),
  ],
  [
    "answers for the first thousand variants only",
    "answers for thousands of variants at once",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) => pricesAround(organization, keys.slice(0, 1_000), at),
    })),
  ],
  [
    "reads on where there is more than anybody takes",
    "reads one record more than is taken, and no further",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at) => pricesAround(organization, keys, at),
    })),
  ],
  [
    "keeps what is more to itself",
    "reads one record more than is taken, and no further",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (organization, keys, at, most = 1e9) => pricesAround(organization, keys, at, most - 1),
    })),
  ],
  [
    "reads the lists one after the other",
    "reads both lists at one moment",
    broken(PriceRepository, ({ pricesAround }) => ({
      pricesAround: (...args) =>
        Effect.gen(function* () {
          const { inForce } = yield* pricesAround(...args)
          yield* Effect.yieldNow
          const { future } = yield* pricesAround(...args)
          return { inForce, future }
        }),
    })),
  ],
  [
    "forgets whose prices they are",
    "sees nothing of another organization",
    blind(PriceRepository, CatalogWriter),
  ],
  [
    "takes the record written last for the one that began last",
    "gives the active record that began last at or before the moment",
    choosing((a, b) => b.sequence - a.sequence),
  ],
  [
    "takes every day for one of UTC",
    "begins a date at midnight in the brand's time zone, and a date-time at its offset",
    broken(CatalogWriter, ({ saveBrands }) => ({
      saveBrands: (organization, entries) =>
        saveBrands(
          organization,
          entries.map((brand) => ({ ...brand, time_zone: "UTC" })),
        ),
    })),
  ],
  [
    "names a record by its variant and price type",
    "gives every record a key of its own and a sequence that grows",
    finding(({ future }) => ({
      future: future.map((record) => ({
        ...record,
        record_key: `${record.variant_key}/${record.price_type}`,
      })),
    })),
  ],
])

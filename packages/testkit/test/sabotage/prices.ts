import {
  CatalogWriter,
  instantFromMicros,
  type PriceRecord,
  PriceRepository,
  type PricesAround,
} from "@hangtag/core"
import { priceRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import { answers, asks, asksWith, blind, broken, byUtf16 } from "./broken.ts"
import { notices } from "./notices.ts"

const finding = (change: (found: PricesAround) => Partial<PricesAround>) =>
  answers(PriceRepository, "pricesAround", change)

/** Chooses the price in force by another order. */
const choosing = (order: (a: PriceRecord, b: PriceRecord) => number) =>
  broken(PriceRepository, ({ pricesAround }) => ({
    pricesAround: (organization, keys, at) =>
      Effect.map(
        Effect.all([
          pricesAround(organization, keys, at),
          pricesAround(organization, keys, instantFromMicros(-1e17)),
        ]),
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

notices("priceRepositorySuite", priceRepositoryPromises, {
  "puts a price in force at its own microsecond and not one before": asksWith(
    PriceRepository,
    "pricesAround",
    2,
    (at) => instantFromMicros(at - 1),
  ),
  "gives an ending that began last, and what it says": [
    finding(({ inForce }) => ({ inForce: inForce.filter(({ amount }) => amount !== null) })),
    finding(({ inForce }) => ({ inForce: inForce.map(({ ending: _, ...record }) => record) })),
  ],
  "gives what is in force alone where no more is asked for, as it was known at a moment too": [
    asks(PriceRepository, "pricesAround", (organization, keys, at, most, lists) => [
      ...([organization, keys, at, most, lists] as const),
    ]),
    asks(PriceRepository, "pricesAround", (organization, keys, at, most, lists, only) => [
      ...([organization, keys, at, most, lists] as const),
      only && { knownAt: null },
    ]),
    finding(({ lists }) => (lists === undefined ? {} : { lists: lists.slice(1) })),
    // of the lists that are named alone
    finding(({ inForce, future }) => ({
      inForce: future.length > 0 ? inForce : inForce.filter(({ price_list }) => price_list === "EU"),
    })),
  ],
  // reads the first records of each and no more
  "gives what is in force alone of long and short histories alike": finding(({ inForce, lists }) => ({
    inForce: lists === undefined ? inForce : inForce.filter(({ amount }) => Number(amount) < 48),
  })),
  "keeps drafts out of force and lists those to come": finding(({ future }) => ({
    future: future.filter((record) => record.status === "active"),
  })),
  "settles a tie of instants by the record written last": choosing(
    (a, b) => b.effective_at - a.effective_at || a.sequence - b.sequence,
  ),
  "orders what is in force by variant key and price type, by code point": finding(({ inForce }) => ({
    inForce: byUtf16((record: PriceRecord) => record.variant_key)(inForce),
  })),
  "orders what is to come by variant key, price type, instant and sequence": finding(({ future }) => ({
    future: future.toSorted((a, b) => a.effective_at - b.effective_at),
  })),
  "gives amounts and effective_from back as they were given": [
    finding(({ inForce }) => ({
      inForce: inForce.map((record) => ({ ...record, amount: String(Number(record.amount)) })),
    })),
    finding(({ inForce }) => ({
      inForce: inForce.map((record) => ({ ...record, effective_from: record.effective_from.slice(0, 10) })),
    })),
  ],
  "gives every field of a record": finding(({ future }) => ({
    future: future.map((record) => ({ ...record, batch_key: null })),
  })),
  // answers once for each time a key is named
  "passes over unknown variant keys, and over repeated ones": broken(PriceRepository, ({ pricesAround }) => ({
    pricesAround: (organization, keys, at) =>
      Effect.map(
        Effect.forEach(keys, (key) => pricesAround(organization, [key], at)),
        (each) => ({
          inForce: each.flatMap((one) => one.inForce),
          future: each.flatMap((one) => one.future),
        }),
      ),
  })),
  "answers for thousands of variants at once": asksWith(PriceRepository, "pricesAround", 1, (keys) =>
    keys.slice(0, 1_000),
  ),
  // knows the first few types alone
  "gives the prices of every type, of few and of many types": finding(({ inForce }) => ({
    inForce: inForce.filter(({ price_type }) => price_type < "T08" || price_type === "W"),
  })),
  "reads one record more than is taken, and no further": [
    asks(PriceRepository, "pricesAround", (organization, keys, at) => [organization, keys, at]),
    asks(PriceRepository, "pricesAround", (organization, keys, at, most = 1e9) => [
      organization,
      keys,
      at,
      most - 1,
    ]),
  ],
  // reads the lists one after the other
  "reads both lists at one moment": broken(PriceRepository, ({ pricesAround }) => ({
    pricesAround: (...args) =>
      Effect.gen(function* () {
        const { inForce } = yield* pricesAround(...args)
        yield* Effect.yieldNow
        const { future } = yield* pricesAround(...args)
        return { inForce, future }
      }),
  })),
  "gives prices of the lists that are named, each of its own, and of base where none is": [
    asks(PriceRepository, "pricesAround", (organization, keys, at, most) => [organization, keys, at, most]),
    asks(PriceRepository, "pricesAround", (organization, keys, at, most, lists = ["base", "EU"]) => [
      ...([organization, keys, at, most, lists] as const),
    ]),
    // the last of a variant and type, whatever its list
    finding(({ inForce }) => ({
      inForce: inForce.filter(
        ({ price_type, sequence }) =>
          !inForce.some((other) => other.price_type === price_type && other.sequence > sequence),
      ),
    })),
  ],
  "sees nothing of another organization": blind(PriceRepository, CatalogWriter),
  "gives the active record that began last at or before the moment": choosing(
    (a, b) => b.sequence - a.sequence,
  ),
  // takes every day for one of UTC
  "begins a date at midnight in the brand's time zone, and a date-time at its offset": asksWith(
    CatalogWriter,
    "saveBrands",
    1,
    (entries) => entries.map((brand) => ({ ...brand, time_zone: "UTC" })),
  ),
  "gives every record a key of its own and a sequence that grows": finding(({ future }) => ({
    future: future.map((record) => ({ ...record, record_key: `${record.variant_key}/${record.price_type}` })),
  })),
})

import { aPriceRecord, aPrincipal } from "@hangtag/testkit"
import { describe, expect, it } from "vitest"
import { type Instant, instantFromMicros } from "../../src/kernel/Instant.ts"
import type { StoredPriceList } from "../../src/lists/PriceList.ts"
import { shownTo, withBase } from "../../src/lists/rules/shownList.ts"
import { explainPrice } from "../../src/prices/rules/explainPrice.ts"
import { recordsSeenBy, sourceSeenBy } from "../../src/prices/seenBy.ts"

const unbound = aPrincipal()
const bound = aPrincipal({ priceLists: new Set(["EU", "DE"]) })
const at = (micros: number) => instantFromMicros(micros)

describe("what a caller is shown of prices", () => {
  const record = aPriceRecord({
    price_list: "EU",
    batch_key: "PC-20261201-0007",
    publication: 12,
    known_at: at(5),
    effective_at: at(1),
    taken_back: { at: at(9), by: "PC-20261202-0008" },
  })

  it("is all of a record, where they are of every list", () => {
    expect(recordsSeenBy(unbound, [record])).toEqual([record])
  })

  it("is no batch and no publication, where they are bound to lists", () => {
    const [seen] = recordsSeenBy(bound, [record])
    expect(JSON.stringify([seen, explainPrice([seen!], at(10))])).not.toMatch(/PC-|12/)
    expect(seen).toMatchObject({ batch_key: null, known_at: at(5), amount: record.amount })
    expect(explainPrice([seen!], at(10)).candidates[0]).toMatchObject({
      batch_key: null,
      publication: null,
      known_at: "1970-01-01T00:00:00.000005Z",
      reason: "its batch was taken back at 1970-01-01T00:00:00.000009Z",
    })
  })

  it("says whose a price is where they are bound to that list, and nothing of it else", () => {
    const source = { from_list: "EU", record_key: "R1", returns_from: "R0", amount: "5" }
    expect(sourceSeenBy(bound)(source)).toEqual(source)
    expect(sourceSeenBy(bound)({ ...source, from_list: "US" })).toEqual({
      from_list: null,
      record_key: null,
      returns_from: null,
      amount: "5",
    })
    expect(sourceSeenBy(unbound)({ ...source, from_list: "US" }).from_list).toBe("US")
    expect(sourceSeenBy(bound)({ from_list: "US", record_key: "R1" })).toEqual({
      from_list: null,
      record_key: null,
    })
  })
})

describe("where a caller is shown a list to stand", () => {
  const list = (
    price_list: string,
    ...places: ReadonlyArray<readonly [effective: Instant, parent: string | null, archived?: boolean]>
  ): StoredPriceList => ({
    price_list,
    name: price_list,
    currency: "EUR",
    tags: {},
    created: null,
    placements: places.map(([effective, parent, archived = false]) => ({
      effective_at: at(effective),
      parent,
      archived,
      known_at: at(0),
      by: "keeper",
    })),
  })
  const seen = (lists: ReadonlyArray<StoredPriceList>, principal = bound) => {
    const byKey = withBase(lists)
    const { parent, archived, upcoming } = shownTo(principal, byKey)(byKey.get("DE")!, at(10))
    return { parent, archived, upcoming }
  }
  const eu = list("EU")

  it("is below the next of their lists, whatever stands between", () => {
    const direct = seen([eu, list("DE", [at(0), "EU"])])
    expect(direct).toEqual({ parent: "EU", archived: false, upcoming: [] })
    expect(seen([eu, list("HID", [at(0), "EU"]), list("DE", [at(0), "HID"])])).toEqual(direct)
    expect(seen([eu, list("HID", [at(0), "EU"]), list("DE", [at(0), "EU"], [at(20), "HID"])])).toEqual(direct)
  })

  it("is below none where no list above is theirs", () => {
    expect(seen([list("HID", [at(0), "base"]), list("DE", [at(0), "HID"])])).toEqual({
      parent: null,
      archived: false,
      upcoming: [],
    })
  })

  it("changes when a list of others between comes to stand elsewhere, and that moves it", () => {
    const moves = [eu, list("HID", [at(0), "EU"], [at(20), null]), list("DE", [at(0), "HID"])]
    expect(seen(moves)).toEqual(seen([eu, list("DE", [at(0), "EU"], [at(20), null])]))
    expect(seen(moves).upcoming).toHaveLength(1)
  })

  it("says when it will be archived", () => {
    const lists = [eu, list("HID"), list("DE", [at(0), "HID"], [at(20), "EU"], [at(30), "EU", true])]
    expect(seen(lists)).toEqual({
      parent: null,
      archived: false,
      upcoming: [
        { effective_from: "1970-01-01T00:00:00.000020Z", parent: "EU", archived: false },
        { effective_from: "1970-01-01T00:00:00.000030Z", parent: "EU", archived: true },
      ],
    })
  })

  it("is as it is to a caller of every list", () => {
    const lists = [eu, list("HID", [at(0), "EU"]), list("DE", [at(0), "HID"])]
    expect(seen(lists, unbound).parent).toBe("HID")
  })
})

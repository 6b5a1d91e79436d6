import { assert, layer } from "@effect/vitest"
import type { Permission } from "@hangtag/core"
import { aPriceEntry, seedCatalog } from "@hangtag/testkit"
import { Effect } from "effect"
import { describe } from "vitest"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { operations } from "../support/operations.ts"
import { seedOperations } from "../support/seeds.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

/** What an answer can show, by what stands in it where it does: text that no instant, key or id can hold by chance. */
const signs = {
  "prices in force": /149\.95|61\.17/,
  "prices to come": /83\.29/,
  drafts: /139\.05|77\.31/,
  batches: /DRAFT|IDLE|OPEN|CHANGE|PUBLISHED/,
}

/** As docs/permissions.md says. */
const shownBy: Readonly<Record<Permission, ReadonlyArray<keyof typeof signs>>> = {
  "product:read": [],
  "job:create": [],
  "variant:read": [],
  "price:read": ["prices in force", "prices to come", "drafts", "batches"],
  "price:write": ["prices in force", "prices to come", "drafts", "batches"],
  "batch:read": ["prices in force", "prices to come", "drafts", "batches"],
  "batch:publish": [],
}

const variant_key = "P1-BLK-9"
const marked = [
  aPriceEntry({ variant_key, price_type: "COST", amount: "61.17", effective_from: "2020-01-01" }),
  aPriceEntry({ variant_key, amount: "83.29", effective_from: "2998-06-01" }),
  aPriceEntry({
    variant_key,
    amount: "77.31",
    effective_from: "2999-03-01",
    status: "draft",
    batch_key: "DRAFT",
  }),
]

describe.each(Object.entries(shownBy))("with %s alone", (permission, shown) => {
  layer(onWallClock(testServer()))((it) => {
    it.effect("a caller is shown nothing else", () =>
      Effect.gen(function* () {
        const keys = yield* seedOperations(own, "")
        yield* seedCatalog(own, { prices: marked })
        const seen = new Set<string>()
        for (const operation of operations) {
          if (operation.permission !== permission) continue
          const request = operation.request({ ...keys, batch_key: "DRAFT", change_batch_key: "DRAFT" })
          const answer = yield* ask(request, `only-${permission}`)
          assert.isFalse(answer.status === 403 || answer.status >= 500, operation.name)
          const asked = request.target + JSON.stringify(request.body ?? "")
          for (const [name, sign] of Object.entries(signs)) {
            const found = sign.exec(answer.text)?.[0]
            if (found !== undefined && !asked.includes(found)) seen.add(name)
          }
        }
        assert.deepStrictEqual([...seen].sort(), [...shown].sort())
      }),
    )
  })
})

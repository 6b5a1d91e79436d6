import * as Effect from "effect/Effect"
import {
  type InvalidField,
  InvalidRequest,
  type LimitExceeded,
  NotFound,
  type PriceChangeRefused,
} from "../contract/errors.ts"
import type { ColorwayChangeResult, PriceChangeRequest, PriceChangeResult } from "../contract/PriceChange.ts"
import type { Principal } from "../contract/Principal.ts"
import { changeColorway } from "../domain/changeColorway.ts"
import { CallLimits } from "../ports/CallLimits.ts"
import { type ChangeWork, PriceChangeRepository } from "../ports/PriceChangeRepository.ts"
import { changeTally } from "./changeTally.ts"
import { currentInstant } from "./currentInstant.ts"
import { requirePermission } from "./requirePermission.ts"
import { limitExceeded, requireWithin } from "./requireWithin.ts"
import { timedChangeLines } from "./timedChangeLines.ts"

/** Colorways that are named twice: what the one wrote the other would not know. */
const twice = ({ colorways }: PriceChangeRequest): Array<InvalidField> => {
  const known = new Set<string>()
  return colorways.flatMap(({ product_key, color }, index) => {
    const key = JSON.stringify([product_key, color])
    if (!known.has(key)) {
      known.add(key)
      return []
    }
    const msg = "Value error, each colorway should be there once: put all of its lines together"
    return [{ loc: ["colorways", index], type: "value_error", msg, input: { product_key, color } }]
  })
}

/**
 * Writes a price change into an open batch, or a new one: everything or nothing, read and judged at one moment.
 *
 * Drafts are written where a line changes what would be in force at its own instant (`planChange`); generating the same
 * again changes nothing. Fails with `NotFound` for a brand, product, colorway or batch, `BatchPublished`,
 * `BatchUnsuitable`, `BatchBusy`, with `InvalidRequest` for what is no date or a colorway that is named twice, with
 * `LimitExceeded` (`change_lines`, `change_pairs`, `change_records`), and with `PriceChangeRefused` where a colorway's
 * basis has moved, a collision rejects, a temporary price has nothing to return to, or the brand's policy blocks. Needs
 * `price:write`.
 */
export const generatePriceChange = Effect.fn("generatePriceChange")(function* (
  principal: Principal,
  brand_key: string,
  request: PriceChangeRequest,
) {
  yield* requirePermission(principal, "price:write")
  const { colorways, on_collision, include_unchanged, batch_key, name } = request
  const lineCount = colorways.reduce((sum, { lines }) => sum + lines.length, 0)
  yield* requireWithin("change_lines", lineCount, ["colorways"])
  const repeated = twice(request)
  if (repeated.length > 0) return yield* new InvalidRequest({ fields: repeated })
  const { change_pairs, change_records } = yield* CallLimits
  const { change } = yield* PriceChangeRepository
  const now = yield* currentInstant
  const tally = changeTally()
  const results: Array<ColorwayChangeResult> = []
  let [pairs, records] = [0, 0]

  type Refusal = NotFound | InvalidRequest | LimitExceeded | PriceChangeRefused
  const batch = yield* change<Refusal>(
    principal.organization,
    { batch_key, name, brand_key, reverts: null, dry: false },
    { at: now, by: principal.subject },
    (brand, key): ChangeWork<Refusal> | Refusal => {
      const { policy, time_zone, used_types } = brand!
      const read = colorways.map(({ lines }, index) =>
        timedChangeLines(lines, time_zone, ["colorways", index, "lines"]),
      )
      const fields = read.flatMap(({ faults }) => faults)
      if (fields.length > 0) return new InvalidRequest({ fields })
      const rails = { policy, time_zone, usedTypes: new Set(used_types), now }
      const rules = { batch_key: key!, on_collision, include_unchanged, now }
      return {
        scope: { kind: "colorways", colorways },
        since: read.reduce<number>(
          (first, { timed }) =>
            timed.reduce((least, { effective_at }) => Math.min(least, effective_at), first),
          now,
        ),
        part: (found) => {
          const { product_key, color, basis } = colorways[found.index]!
          if (found.brand === null) return new NotFound({ resource: "product", key: product_key })
          if (found.variant_keys.length === 0) return new NotFound({ resource: "colorway", key: color })
          const { timed } = read[found.index]!
          pairs += found.variant_keys.length * timed.length
          if (pairs > change_pairs) return limitExceeded("change_pairs", change_pairs, pairs)
          records += found.pairs.reduce((sum, pair) => sum + pair.records.length, 0)
          if (records > change_records) return limitExceeded("change_records", change_records, records)
          const planned = changeColorway(found, timed, rules, rails)
          const blocks = policy.enforcement === "block"
          results.push(tally.add(found, planned, timed, { basis, blocks }))
          return planned.writes
        },
        end: tally.refusal,
      }
    },
  )
  const { created, withdrawals, warnings } = tally.counts
  const result: PriceChangeResult = {
    batch_key: batch!.key,
    colorways: results,
    created,
    withdrawals,
    warnings,
  }
  return result
})

import * as Effect from "effect/Effect"
import { type LimitExceeded, PriceChangeRefused } from "../contract/errors.ts"
import type { Instant } from "../contract/Instant.ts"
import { type MovedPair, mostListed, type PriceChangeRequest } from "../contract/PriceChange.ts"
import type { Principal } from "../contract/Principal.ts"
import { movedSince } from "../domain/movedSince.ts"
import { CallLimits } from "../ports/CallLimits.ts"
import { type ChangePart, PriceChangeRepository } from "../ports/PriceChangeRepository.ts"
import { recordsIn } from "./recordsIn.ts"
import { limitExceeded } from "./requireWithin.ts"

const nothing = { drafts: [], withdrawals: [], released: [], replaced: [], bases: [] }

/** Colorways that are looked into. */
const mostLookedInto = 10

/** The refusal of a change whose bases are stale, with what has moved in the first colorways where that can be told. */
export const whatMoved = Effect.fnUntraced(function* (
  { organization, subject }: Principal,
  brand_key: string,
  { batch_key, colorways }: PriceChangeRequest,
  now: Instant,
  refused: PriceChangeRefused,
) {
  const { change_records } = yield* CallLimits
  const { change } = yield* PriceChangeRepository
  const names = new Set(refused.stale.map(({ product_key, color }) => JSON.stringify([product_key, color])))
  const stale = colorways
    .filter(({ product_key, color }) => names.has(JSON.stringify([product_key, color])))
    .slice(0, mostLookedInto)
  const moved: Array<MovedPair> = []
  let records = 0
  const read = change<LimitExceeded>(
    organization,
    { batch_key: null, name: null, brand_key, reverts: null, dry: true },
    { at: now, by: subject },
    () => ({
      scope: { kind: "colorways", colorways: stale, andGone: true },
      since: null,
      part: (part: ChangePart) => {
        records += recordsIn(part)
        if (records > change_records) return limitExceeded("change_records", change_records, records)
        if (moved.length < mostListed) {
          const { basis, lines } = stale[part.index]!
          const types = [...new Set(lines.map(({ price_type }) => price_type))]
          moved.push(...movedSince(part, basis!, types, now, batch_key ?? ""))
        }
        return nothing
      },
      end: () => undefined,
    }),
  )
  // that it is refused is what counts
  yield* Effect.ignore(read)
  const { problem, stale: named, collisions, no_return, warnings } = refused
  return new PriceChangeRefused({
    reason: "stale",
    problem,
    colorways: refused.colorways,
    stale: named,
    moved: moved.slice(0, mostListed),
    collisions,
    no_return,
    warnings,
  })
})

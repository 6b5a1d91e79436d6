import * as Effect from "effect/Effect"
import { basePriceList } from "../kernel/basePriceList.ts"
import { CallLimits } from "../kernel/CallLimits.ts"
import { mostListed } from "../kernel/Listing.ts"
import type { Principal } from "../kernel/Principal.ts"
import { limitExceeded } from "../kernel/requireWithin.ts"
import { type ListedType, listsOf, typeName } from "../prices/rules/pairName.ts"
import { requireBrand } from "./changeTarget.ts"
import { recordsIn } from "./colorwaySize.ts"
import { eachColorway } from "./eachColorway.ts"
import { inPlan } from "./inTurn.ts"
import type { ColorwayChange, MovedPair, PriceChangeRequest, StaleColorway } from "./PriceChange.ts"
import type { Act, ChangePart } from "./PriceChangeRepository.ts"
import { inLists, tokenOf } from "./rules/ColorwayFound.ts"
import { movedLast, movedSince } from "./rules/movedSince.ts"
import { withoutDraftsOf } from "./rules/withoutDraftsOf.ts"

/** Colorways of which what was written is undone; of others it is only seen whether time alone has passed. */
const mostUndone = 10

const linesOf = ({ lines }: ColorwayChange): ReadonlyArray<ListedType> =>
  lines.map(({ price_type, price_list = basePriceList }) => ({ price_type, price_list }))

/**
 * What has moved in the colorways whose bases are stale, in the first of them where that can be told; never nothing. Where
 * only time has passed since, the request with the bases of now.
 */
export const whatMoved = Effect.fnUntraced(function* (
  principal: Principal,
  brand_key: string,
  request: PriceChangeRequest,
  refused: ReadonlyArray<StaleColorway>,
) {
  const { batch_key, colorways, replaces = null } = request
  const { change_records } = yield* CallLimits
  const { organization } = principal
  const names = new Set(refused.map(({ product_key, color }) => JSON.stringify([product_key, color])))
  const stale = colorways.flatMap((colorway, index) =>
    names.has(JSON.stringify([colorway.product_key, colorway.color])) ? [{ colorway, index }] : [],
  )
  const look = Effect.fnUntraced(function* ({ at: now }: Act) {
    const moved: Array<MovedPair> = []
    const current = new Map<number, string>()
    let records = 0
    const brand = yield* requireBrand(organization, brand_key)
    const each = Effect.fnUntraced(function* (whole: ChangePart) {
      records += recordsIn(whole)
      if (records > change_records) return yield* limitExceeded("change_records", change_records, records)
      const { colorway, index } = stale[whole.index]!
      const lines = linesOf(colorway)
      const part = inLists(whole, listsOf(lines))
      const types = [...new Map(lines.map((line) => [typeName(line), line])).values()]
      const undone = moved.length < mostListed && part.index < mostUndone ? undefined : 0
      const of = (seen: ChangePart) =>
        movedSince(seen, colorway.basis!, types, now, brand.time_zone, batch_key ?? replaces ?? "", undone)
      const found =
        of(part) ??
        (replaces === null ? undefined : of(withoutDraftsOf(part, replaces))) ??
        movedLast(part, types, now, brand.time_zone)
      moved.push(...found)
      if (found.length === 0) current.set(index, tokenOf(part, now))
    })
    const scope = {
      kind: "colorways",
      colorways: stale.map(({ colorway }) => colorway),
      andGone: true,
    } as const
    const price_lists = listsOf(stale.flatMap(({ colorway }) => linesOf(colorway)))
    const reading = { scope, brand, batch_key: null, price_lists, since: null }
    // that it is refused is what counts
    yield* Effect.ignore(eachColorway(organization, reading, each))
    return { moved, current }
  })
  const { moved, current } = yield* inPlan(principal, look)
  if (moved.length > 0 || current.size < stale.length)
    return { _tag: "Moved" as const, moved: moved.slice(0, mostListed) }
  return {
    _tag: "TimePassed" as const,
    request: {
      ...request,
      colorways: colorways.map((colorway, index) => ({
        ...colorway,
        basis: current.get(index) ?? colorway.basis,
      })),
    },
  }
})

import { compareText, PriceListRepository } from "@hangtag/core"
import { listsEverAbove, placed } from "@hangtag/core/adapter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { organizationOf, withEntry, withOrganization } from "./MemoryState.ts"

/** Price lists, each with its placements in their order. */
export const memoryPriceListRepository: Layer.Layer<PriceListRepository, never, MemoryCatalog> = Layer.effect(
  PriceListRepository,
  Effect.map(MemoryCatalog, ({ read, write }) =>
    PriceListRepository.of({
      // transactions run in turn
      lock: () => Effect.void,
      all: (organization, _wasKnown, above) =>
        read((state) => {
          const { priceLists } = organizationOf(state, organization)
          const keys = above === undefined ? priceLists.keys() : listsEverAbove(priceLists, above)
          return [...keys].sort(compareText).flatMap((key) => priceLists.get(key) ?? [])
        }),
      save: (organization, list, placement) =>
        write((state) => {
          const own = organizationOf(state, organization)
          const before = own.priceLists.get(list.price_list)
          const saved = { ...before, ...list, placements: before?.placements ?? [] }
          const priceLists = withEntry(
            own.priceLists,
            list.price_list,
            placement === null ? saved : placed(saved, placement),
          )
          return [undefined, withOrganization(state, organization, { priceLists })]
        }),
      savePolicy: (organization, key, policy, { by, at }) =>
        write((state) => {
          const own = organizationOf(state, organization)
          const list = own.priceLists.get(key)
          if (list === undefined) return [undefined, state]
          const before = own.listPolicies.get(key) ?? []
          const change = { revision: before.length + 1, changed_at: at, changed_by: by, policy }
          const changed = {
            priceLists: withEntry(own.priceLists, key, { ...list, policy }),
            listPolicies: withEntry(own.listPolicies, key, [...before, change]),
          }
          return [undefined, withOrganization(state, organization, changed)]
        }),
      policies: (organization, key, { limit, after }) =>
        read((state) =>
          (organizationOf(state, organization).listPolicies.get(key) ?? [])
            .toReversed()
            .filter(({ revision }) => after === null || revision < after)
            .slice(0, limit),
        ),
    }),
  ),
)

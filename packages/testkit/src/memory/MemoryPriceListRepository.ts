import { compareText, PriceListRepository } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"
import { organizationOf, withEntry, withOrganization } from "./MemoryState.ts"

/** Price lists, each with its placements in their order. */
export const memoryPriceListRepository: Layer.Layer<PriceListRepository, never, MemoryCatalog> = Layer.effect(
  PriceListRepository,
  Effect.map(MemoryCatalog, ({ read, write }) =>
    PriceListRepository.of({
      // transactions run one after another
      lock: () => Effect.void,
      all: (organization) =>
        read((state) =>
          [...organizationOf(state, organization).priceLists.values()].sort((a, b) =>
            compareText(a.price_list, b.price_list),
          ),
        ),
      save: (organization, list, placement) =>
        write((state) => {
          const own = organizationOf(state, organization)
          const before = own.priceLists.get(list.price_list)?.placements ?? []
          const placements = [...before, ...(placement === null ? [] : [placement])].sort(
            (a, b) => a.effective_at - b.effective_at,
          )
          const priceLists = withEntry(own.priceLists, list.price_list, { ...list, placements })
          return [undefined, withOrganization(state, organization, { priceLists })]
        }),
    }),
  ),
)

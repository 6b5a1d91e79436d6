import type { PriceListRepository, Principal, Transaction } from "@hangtag/core"
import { createPriceList, listPriceLists, updatePriceList } from "@hangtag/core/effect"
import { aPrincipal } from "@hangtag/testkit"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { ListStep } from "../../src/lists/rules/priceLists.cases.ts"
import { at } from "../support/shop.ts"
import type { ListsDoor } from "./runPriceListCases.ts"

const changed = (
  principal: Principal,
  { change, at: _, ...said }: Extract<ListStep, { readonly change: string }>,
) => updatePriceList(principal, { price_list: change, ...said })

/** The use cases of price lists over some adapters; call `close` when done. */
export const portsLists = <E>(ports: Layer.Layer<PriceListRepository | Transaction, E>) => {
  const runtime = ManagedRuntime.make(ports)
  const open = (): ListsDoor => {
    const principal = aPrincipal({ organization: `case-${crypto.randomUUID()}` })
    return {
      say: (step) => {
        const said =
          "create" in step
            ? createPriceList(principal, {
                price_list: step.create,
                name: step.name ?? step.create,
                currency: step.currency,
                parent: step.parent ?? null,
              })
            : changed(principal, step)
        return runtime.runPromise(
          said.pipe(
            Effect.as("done" as const),
            Effect.catchTags({
              NotFound: () => Effect.succeed("unknown" as const),
              InvalidRequest: () => Effect.succeed("invalid" as const),
              PriceListRefused: ({ refusal }) => Effect.succeed(refusal),
            }),
            at(step.at),
          ),
        )
      },
      lists: (now) =>
        runtime.runPromise(Effect.map(listPriceLists(principal, {}), ({ items }) => items).pipe(at(now))),
    }
  }
  return { open, close: () => runtime.dispose() }
}

import type { Principal } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { Effect } from "effect"
import { hangtag } from "../composition/hangtag.ts"
import { readSettingsOf } from "../settings/ofServer.ts"
import { commandLineCaller } from "./caller.ts"

/** Gives one use case of the product that the settings put together, called by the one who has the database. */
export const useCase = Effect.fnUntraced(function* <A, E>(
  organization: string,
  use: (usecases: Hangtag["Service"], caller: Principal) => Effect.Effect<A, E>,
) {
  const settings = yield* readSettingsOf(organization)
  const { layer } = yield* hangtag(settings, "")
  return yield* Effect.provide(
    Effect.flatMap(Hangtag, (usecases) => use(usecases, commandLineCaller(organization))),
    layer,
  )
})

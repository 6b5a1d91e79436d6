import { Hangtag } from "@hangtag/core"
import { Effect, Layer } from "effect"
import type { Settings } from "../settings/Settings.ts"
import { database, databasePorts } from "./database.ts"
import { storage } from "./storage.ts"

/** The use cases and every port, on the database and storage of the settings; links begin with `baseUrl`. */
export const hangtag = Effect.fnUntraced(function* (settings: Settings, baseUrl: string) {
  const files = yield* storage(settings, baseUrl)
  const ports = Layer.merge(databasePorts(settings), files.layer).pipe(Layer.provideMerge(database(settings)))
  return { layer: Layer.provideMerge(Hangtag.layer, ports), fileSecret: files.secret }
})

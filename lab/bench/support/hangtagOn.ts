import { allPermissions, ObjectStorage, type Principal } from "@hangtag/core"
import { Hangtag } from "@hangtag/core/effect"
import { makeHangtag } from "@hangtag/core/promise"
import { migratedPorts, PostgresPorts, serverLayer } from "@hangtag/postgres"
import { Layer, ManagedRuntime, Redacted } from "effect"

/** Who may do everything in an organization. */
export const principalOf = (organization: string): Principal => ({
  organization,
  subject: "bench",
  permissions: allPermissions,
})

const databaseOf = (url: string) => serverLayer({ url: Redacted.make(url) })

/** The ports on a database that has its tables. */
export const portsOn = (url: string) => Layer.provide(PostgresPorts.layer(), databaseOf(url))

/** The operations as promises. */
export const promisesOn = (url: string) => makeHangtag(portsOn(url))

/** What runs the operations as effects, as the server's own process does; it keeps no files. */
export const runtimeOn = (url: string) =>
  ManagedRuntime.make(
    Hangtag.layer.pipe(
      Layer.provide([migratedPorts(), Layer.mock(ObjectStorage)({})]),
      Layer.provide(databaseOf(url)),
    ),
  )

import { memoryObjectStorage } from "@hangtag/testkit"
import { boundCallersSuite, idempotencyStoreSuite, jobArchiveSuite } from "@hangtag/testkit/conformance"
import { Layer, ManagedRuntime } from "effect"
import { afterAll, describe } from "vitest"
import { databaseSuites } from "../../../testkit/test/databaseSuites.ts"
import { testDatabases, thoroughDatabase } from "../support/testDatabases.ts"
import { ageHeartbeat } from "./ageHeartbeat.ts"
import { portsOn } from "./portsOn.ts"

for (const database of testDatabases) {
  describe.skipIf(database.unavailable)(database.name, () => {
    const runtime = ManagedRuntime.make(portsOn(database))
    afterAll(() => runtime.dispose())
    const ports = Layer.effectContext(runtime.contextEffect)
    databaseSuites((port) => port, ports, ageHeartbeat)
    if (database === thoroughDatabase)
      boundCallersSuite("callers bound to lists", Layer.merge(ports, memoryObjectStorage))
    idempotencyStoreSuite("IdempotencyStore", ports)
    jobArchiveSuite("JobArchive", ports)
  })
}

import { portsFromAsync } from "@hangtag/core/promise"
import { MemoryDownloads, memoryPorts } from "@hangtag/testkit"
import { boundCallersSuite, objectStorageSuite } from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ageHeartbeat } from "../../testkit/test/ageHeartbeat.ts"
import { databaseSuites } from "../../testkit/test/databaseSuites.ts"
import { asyncPortsOver } from "./support/asyncPortsOver.ts"

const memory = Effect.runSync(Effect.scoped(Layer.build(memoryPorts)))
const ports = portsFromAsync(asyncPortsOver(memory))

databaseSuites(
  (port) => `a plain async ${port}`,
  ports,
  (job, seconds) => Effect.provideContext(ageHeartbeat(job, seconds), memory),
)
boundCallersSuite("callers bound to lists, over plain async ports", ports)
objectStorageSuite("a plain async ObjectStorage", ports, { open: Context.get(memory, MemoryDownloads).open })

import {
  boundCallersSuite,
  idempotencyStoreSuite,
  jobArchiveSuite,
  objectStorageSuite,
} from "@hangtag/testkit/conformance"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryDownloads, memoryObjectStorage, memoryPorts } from "../../src/index.ts"
import { ageHeartbeat } from "../ageHeartbeat.ts"
import { databaseSuites } from "../databaseSuites.ts"

databaseSuites((port) => `${port} in memory`, memoryPorts, ageHeartbeat)
boundCallersSuite("callers bound to lists in memory", memoryPorts)
idempotencyStoreSuite("IdempotencyStore in memory", memoryPorts)
jobArchiveSuite("JobArchive in memory", memoryPorts)

const storage = Effect.runSync(Effect.scoped(Layer.build(memoryObjectStorage)))
objectStorageSuite("ObjectStorage in memory", Layer.succeedContext(storage), {
  open: Context.get(storage, MemoryDownloads).open,
})

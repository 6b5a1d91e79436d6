import {
  batchRepositorySuite,
  catalogRepositorySuite,
  catalogWriterSuite,
  exportRepositorySuite,
  idempotencyStoreSuite,
  jobArchiveSuite,
  jobQueueSuite,
  jobRepositorySuite,
  priceChangeRepositorySuite,
  transactionSuite,
} from "@hangtag/testkit/conformance"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { routedPorts, Servers } from "../../src/servers/index.ts"
import { ageHeartbeat } from "../repositories/ageHeartbeat.ts"
import { testServer } from "../support/testServer.ts"
import { rowsOn, twoServers } from "./twoServers.ts"

/** Why something is not so across servers. */
const byItself = "each server has an order of its own"

describe.skipIf(testServer.unavailable !== undefined)("two servers in partitions", () => {
  const runtime = ManagedRuntime.make(Layer.provideMerge(routedPorts, twoServers))
  afterAll(() => runtime.dispose())
  const ports = Layer.effectContext(runtime.contextEffect)
  const onItsServer = (job: Parameters<typeof ageHeartbeat>[0], seconds: number) =>
    Effect.flatMap(Servers, (servers) =>
      Effect.provideContext(ageHeartbeat(job, seconds), servers.of(job.organization).services()),
    )
  batchRepositorySuite("BatchRepository", ports)
  catalogRepositorySuite("CatalogRepository", ports)
  catalogWriterSuite("CatalogWriter", ports)
  exportRepositorySuite("ExportRepository", ports)
  idempotencyStoreSuite("IdempotencyStore", ports)
  jobArchiveSuite("JobArchive", ports, {
    skips: {
      "gives the completed jobs of every organization that finished before, the first first": byItself,
    },
  })
  jobQueueSuite("JobQueue", ports, {
    ageHeartbeat: onItsServer,
    skips: {
      "lets organizations take turns: fifty jobs of one keep another's only one back for one run": byItself,
      "gives every job to exactly one claim, in the order that it gave": byItself,
      "claims the very job that is named, if it is ready, and no other one": byItself,
    },
  })
  jobRepositorySuite("JobRepository", ports)
  priceChangeRepositorySuite("PriceChangeRepository", ports)
  transactionSuite("Transaction", ports)

  it("keeps every row of an organization on its server, whatever the suites above did", async () => {
    const found = await runtime.runPromise(
      Effect.flatMap(Servers, (servers) => Effect.forEach(servers.all(), rowsOn)),
    )
    expect(found.flatMap(({ foreign }) => foreign)).toEqual([])
    for (const { own } of found) expect(own).toBeGreaterThan(100)
  })
})

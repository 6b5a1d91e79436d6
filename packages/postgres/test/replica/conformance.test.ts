import {
  catalogListingSuite,
  catalogRepositorySuite,
  exportRepositorySuite,
  priceRepositorySuite,
  priceScheduleSuite,
} from "@hangtag/testkit/conformance"
import { Effect, Layer, ManagedRuntime, Schedule } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Replica } from "../../src/replica/index.ts"
import { testServer } from "../support/testServer.ts"
import { allowing, onServer, pair, portsWithReplica } from "./pair.ts"

/** Reads, those that the replica answered, and the most that one of these was old. */
const reads = { all: 0, answered: 0, oldest: 0 }

describe.skipIf(testServer.unavailable !== undefined)("a caught-up replica in partitions", () => {
  const runtime = ManagedRuntime.make(
    Layer.effectContext(
      Effect.gen(function* () {
        const { primary, standby } = yield* pair(2)
        // a commit is answered once the standby shows it
        yield* onServer(
          primary.url,
          "alter system set synchronous_standby_names = '*'",
          "alter system set synchronous_commit = 'remote_apply'",
          "select pg_reload_conf()",
        )
        const context = yield* Layer.build(portsWithReplica(primary.url, standby.url))
        yield* Effect.repeat(
          Effect.map(Replica, ({ state }) => state().problem),
          { schedule: Schedule.spaced("20 millis"), until: (problem) => problem === undefined },
        ).pipe(Effect.provideContext(context))
        return allowing(context, () => {
          reads.all++
          return {
            allowed: "bounded",
            note: (age) => {
              reads.answered++
              reads.oldest = Math.max(age, reads.oldest)
            },
          }
        })
      }),
    ),
  )
  afterAll(() => runtime.dispose())
  const ports = Layer.effectContext(runtime.contextEffect)
  catalogListingSuite("CatalogListing", ports)
  catalogRepositorySuite("CatalogRepository", ports)
  exportRepositorySuite("ExportRepository", ports)
  priceRepositorySuite("PriceRepository", ports)
  priceScheduleSuite("PriceSchedule", ports)

  it("has answered what was asked above, and is known to have been near", () => {
    expect(reads.all).toBeGreaterThan(100)
    // a read that is only made, and not run, is asked of neither
    expect(reads.answered).toBeGreaterThan(0.9 * reads.all)
    expect(reads.oldest).toBeLessThan(10_000)
  })
})

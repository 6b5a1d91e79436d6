import type { ExportMessage } from "@hangtag/core"
import type { MemoryPorts } from "@hangtag/testkit"
import { exportBrokerSuite } from "@hangtag/testkit/conformance"
import { encodeHere } from "@hangtag/worker"
import { Layer, Logger } from "effect"
import { afterAll, beforeAll, describe } from "vitest"
import { RedisServer, redisUnavailable } from "../../test/redis/RedisServer.ts"
import * as polled from "./polledExports.ts"
import * as pushed from "./pushedExports.ts"
import { VisibilityQueue } from "./VisibilityQueue.ts"

const options = { maxAttempts: 5, encoder: encodeHere, encoding: {} }
const longRun = "2 seconds"

const wired =
  (consumers: Layer.Layer<never, never, MemoryPorts>, publisher: Layer.Layer<never>) =>
  (ports: Layer.Layer<MemoryPorts>) =>
    Layer.provideMerge(consumers, Layer.merge(ports, publisher)).pipe(Layer.provide(Logger.layer([])))

// a visibility timeout that ends long before a run does
const queue = new VisibilityQueue<ExportMessage>(300)
exportBrokerSuite(
  "consumers of a queue of the kind of SQS",
  wired(polled.consumers(queue, 4, options), polled.publisher(queue)),
  { longRun },
)

describe.skipIf(redisUnavailable !== undefined)("a broker that pushes, in Redis", () => {
  let redis: RedisServer
  beforeAll(async () => {
    redis = await RedisServer.create()
  })
  afterAll(() => redis?.dispose())
  exportBrokerSuite(
    "consumers of a broker that pushes",
    wired(
      Layer.suspend(() => pushed.consumers(redis.url, options)),
      Layer.suspend(() => pushed.publisher(redis.url)),
    ),
    { longRun },
  )
})

import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { type DoorLimits, defaultRequestTimeout, maxHeaderSize } from "./doorLimits.ts"
import { endSlowReaders, type SlowReaderLimits } from "./endSlowReaders.ts"
import { oneAfterAnother } from "./oneAfterAnother.ts"
import { TextResponse } from "./TextResponse.ts"

/** Where a server listens, and how long it waits for whoever is slow. */
export interface NodeServerOptions extends Pick<DoorLimits, "requestTimeout">, SlowReaderLimits {
  readonly host: string
  /** 0 is any free one, which the `HttpServer` that comes along knows. */
  readonly port: number
}

/** Node's HTTP server. */
export const nodeServer = ({
  host,
  port,
  requestTimeout = defaultRequestTimeout,
  ...limits
}: NodeServerOptions) =>
  NodeHttpServer.layer(
    () =>
      endSlowReaders(
        oneAfterAnother(
          createServer({
            ServerResponse: TextResponse,
            maxHeaderSize,
            requestTimeout,
            headersTimeout: requestTimeout,
            // how often Node looks for slow senders; its own 30 s would let them stay that much longer
            connectionsCheckingInterval: Math.min(1_000, requestTimeout / 2),
          }),
        ),
        limits,
      ),
    { host, port },
  )

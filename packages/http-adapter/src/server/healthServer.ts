import { Layer } from "effect"
import { HttpRouter } from "effect/http"
import { layerRouting } from "../validation/layerRouting.ts"
import { metricsRoute } from "./metricsRoute.ts"
import { type NodeServerOptions, nodeServer } from "./nodeServer.ts"
import { outsideOfSpans } from "./outsideOfSpans.ts"
import { answerHealth, answerReadiness } from "./readiness.ts"
import { withRequestId } from "./requestId.ts"
import { securityHeaders } from "./securityHeaders.ts"
import { unexpectedFault } from "./unexpectedFault.ts"

const around = HttpRouter.middleware((app) => app.pipe(unexpectedFault, securityHeaders, withRequestId), {
  global: true,
})

const served = ["/healthz", "/readyz", "/metrics"].map((path) => ({ method: "GET", path }) as const)

/** `/healthz`, `/readyz` and `/metrics`, for a process that serves nothing else, on Node's HTTP server until the scope ends. */
export const healthServer = (options: NodeServerOptions) =>
  HttpRouter.serve(
    Layer.mergeAll(
      HttpRouter.add("GET", "/healthz", answerHealth),
      HttpRouter.add("GET", "/readyz", answerReadiness),
      metricsRoute,
      Layer.provide(layerRouting(served), around),
    ),
    { disableLogger: true, disableListenLog: true },
  ).pipe(Layer.provideMerge(nodeServer(options)), outsideOfSpans)

import { Layer } from "effect"
import { HttpServer } from "effect/http"
import { answerRoutes } from "../validation/answerRoutes.ts"
import { everyAnswer, unexpectedFault } from "./everyAnswer.ts"
import { metricsRoute } from "./measurement.ts"
import { type NodeServerOptions, nodeServer } from "./nodeServer.ts"
import { outsideOfSpans } from "./outsideOfSpans.ts"
import { answerHealth, answerReadiness } from "./readiness.ts"

const answers = answerRoutes([
  { method: "GET", path: "/healthz", answer: answerHealth },
  { method: "GET", path: "/readyz", answer: answerReadiness },
  metricsRoute,
])

/** `/healthz`, `/readyz` and `/metrics`, for a process that serves nothing else, on Node's HTTP server until the scope ends. */
export const healthServer = (options: NodeServerOptions) =>
  HttpServer.serve(answers.pipe(unexpectedFault, everyAnswer)).pipe(
    Layer.provideMerge(nodeServer(options)),
    outsideOfSpans,
  )

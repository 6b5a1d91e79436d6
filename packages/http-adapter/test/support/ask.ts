import { Effect } from "effect"
import { as } from "./callers.ts"
import { type TestRequest, TestServer } from "./TestServer.ts"

/** Sends the request as it is. */
export const send = (request: TestRequest) => Effect.flatMap(TestServer, (server) => server.send(request))

/** Sends the request as one of the callers. */
export const ask = (request: TestRequest, token = "own-token", headers: TestRequest["headers"] = {}) =>
  send({ ...request, headers: { ...as(token), ...request.headers, ...headers } })

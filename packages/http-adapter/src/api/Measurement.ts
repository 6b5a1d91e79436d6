import { HttpApiMiddleware } from "effect/http-api"

/** Counts the calls of each operation and how long they take, those included that are refused. */
export class Measurement extends HttpApiMiddleware.Service<Measurement>()(
  "@hangtag/http-adapter/api/Measurement",
) {}

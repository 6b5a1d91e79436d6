import { type OnServer, Servers } from "@hangtag/postgres/servers"
import { Effect, Layer } from "effect"

/** Builds it on each server, on those too that come later. */
export const onEachServer = <R>(build: OnServer<R>) =>
  Layer.effectDiscard(Effect.flatMap(Servers, ({ each }) => each(build)))

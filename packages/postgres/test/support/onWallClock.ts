import { Clock, Layer } from "effect"

/** Builds the layer on the real clock: a pool's upkeep must not wait for a test to move the `TestClock`. */
export const onWallClock = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
  Layer.provide(layer, Layer.succeed(Clock.Clock, Clock.Clock.defaultValue()))

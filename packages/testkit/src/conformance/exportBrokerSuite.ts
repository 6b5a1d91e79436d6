import type * as Duration from "effect/Duration"
import type * as Layer from "effect/Layer"
import type { MemoryPorts } from "../system/layerTest.ts"
import { exportBrokerPromises, portsWithLongRuns } from "./exportBrokerPromises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Options of `exportBrokerSuite`. */
export interface ExportBrokerSuiteOptions extends SuiteOptions<keyof typeof exportBrokerPromises> {
  /** How long some exports take: longer than your broker waits for an answer to a message. */
  readonly longRun: Duration.Input
}

/**
 * Puts consumers of your own broker through what they have to promise. `wire` is given ports in memory, and adds your
 * `ExportPublisher`, consumers that run, and an `ExportSweeper` that looks every second or so.
 */
export const exportBrokerSuite = <E>(
  name: string,
  wire: (ports: Layer.Layer<MemoryPorts>) => Layer.Layer<MemoryPorts, E>,
  { longRun, ...options }: ExportBrokerSuiteOptions,
): void => portSuite(name, wire(portsWithLongRuns(longRun)), exportBrokerPromises, options)

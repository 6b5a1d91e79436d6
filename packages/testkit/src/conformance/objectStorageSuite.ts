import type { ObjectStorage } from "@hangtag/core"
import type * as Layer from "effect/Layer"
import type { OpenLink } from "./objectStorage/steps.ts"
import { objectStoragePromises } from "./promises.ts"
import { portSuite, type SuiteOptions } from "./suite/portSuite.ts"

/** Options of `objectStorageSuite`. */
export interface ObjectStorageSuiteOptions
  extends SuiteOptions<keyof ReturnType<typeof objectStoragePromises>> {
  /** Follows a link without credentials; none where it is refused. Without it, skip the tests of links. */
  readonly open?: OpenLink
}

/** Puts an `ObjectStorage` through the promises of its port. */
export const objectStorageSuite = <E>(
  name: string,
  layer: Layer.Layer<ObjectStorage, E>,
  { open, ...options }: ObjectStorageSuiteOptions = {},
): void => portSuite(name, layer, objectStoragePromises(open), options)

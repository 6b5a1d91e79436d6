import { holdingPromises } from "./line/holdingPromises.ts"
import { orderPromises } from "./line/orderPromises.ts"
import { type Silence, silencePromises } from "./line/silencePromises.ts"

export type { Silence } from "./line/silencePromises.ts"
export type { Ports } from "./line/steps.ts"

/** What a `JobLine` promises, over the jobs of a `JobRepository`, each by the name of its test. */
export const jobLinePromises = <R = never>(silence?: Silence<R>) => ({
  ...orderPromises,
  ...holdingPromises,
  ...silencePromises(silence),
})

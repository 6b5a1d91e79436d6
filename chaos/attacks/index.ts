import type { Attack } from "./Attack.ts"
import { paths } from "./paths.ts"

/** Every attack, in the order in which they are sent. */
export const attacks: ReadonlyArray<Attack> = [...paths]

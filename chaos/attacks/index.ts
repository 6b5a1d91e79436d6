import type { Attack } from "./Attack.ts"
import { bodies } from "./bodies.ts"
import { exports } from "./exports.ts"
import { fills } from "./fills.ts"
import { holding } from "./holding.ts"
import { paths } from "./paths.ts"
import { previews } from "./previews.ts"
import { reads } from "./reads.ts"

/** Every attack, in the order in which they are sent. */
export const attacks: ReadonlyArray<Attack> = [
  ...paths,
  ...bodies,
  ...previews,
  ...fills,
  ...exports,
  ...reads,
  ...holding,
]

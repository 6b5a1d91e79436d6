import type { Attack } from "./Attack.ts"
import { bodies } from "./bodies.ts"
import { changes } from "./changes.ts"
import { exports } from "./exports.ts"
import { fills } from "./fills.ts"
import { floods } from "./floods.ts"
import { holding } from "./holding.ts"
import { lists } from "./lists.ts"
import { paths } from "./paths.ts"
import { previews } from "./previews.ts"
import { reads } from "./reads.ts"

/** Every attack on a server with defaults, in the order in which they are sent. */
export const attacks: ReadonlyArray<Attack> = [
  ...paths,
  ...bodies,
  ...previews,
  ...fills,
  ...exports,
  ...reads,
  ...lists,
  // before prices are written that make the large preview a refused one
  ...holding,
  ...floods,
  ...changes,
]

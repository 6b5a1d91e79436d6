import type { Brand } from "@hangtag/core"
import { Command } from "effect/cli"
import { organizationFlag } from "./caller.ts"
import { explained } from "./explained.ts"
import { describeList, limitFlag, listed, orNull, textFlag } from "./listed.ts"
import { told } from "./told.ts"

const describe = ({ brand_key, name, time_zone }: Brand): string => `${brand_key}: ${name}, ${time_zone}`

export const brands = Command.make(
  "brands",
  {
    search: textFlag("search", "Words of key or name, in any order"),
    limit: limitFlag,
    organization: organizationFlag,
  },
  ({ search, limit, organization }) =>
    told(
      organization,
      ({ listBrands }, caller) =>
        listed(limit, (limit, after: string | null) =>
          listBrands(caller, { search: orNull(search), limit, after }),
        ),
      describeList("brands", describe),
    ),
).pipe(
  explained(
    "List brands",
    ["database"],
    [{ command: "hangtag brands", description: "Those of the demo catalog" }],
  ),
)

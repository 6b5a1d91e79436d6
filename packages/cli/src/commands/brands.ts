import type { Brand } from "@hangtag/core"
import { Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { runAndPrint } from "../calls/runAndPrint.ts"
import { textFlag } from "../output/flags.ts"
import { describeList, limitFlag, orNull, paginate } from "../output/paginate.ts"
import { withHelp } from "../output/withHelp.ts"

const describe = ({ brand_key, name, time_zone }: Brand): string => `${brand_key}: ${name}, ${time_zone}`

export const brands = Command.make(
  "brands",
  {
    search: textFlag("search", "Words of key or name, in any order"),
    limit: limitFlag,
    organization: organizationFlag,
  },
  ({ search, limit, organization }) =>
    runAndPrint(
      organization,
      ({ listBrands }, caller) =>
        paginate(limit, (limit, after: string | null) =>
          listBrands(caller, { search: orNull(search), limit, after }),
        ),
      describeList("brands", describe),
    ),
).pipe(withHelp("List brands", ["database"], ["hangtag brands", "Those of the demo catalog"]))

import type { Brand } from "@hangtag/core"
import { Command } from "effect/cli"
import { listFlags, printList } from "../calls/printList.ts"
import { textFlag } from "../output/flags.ts"
import { orNull, type PageRequest } from "../output/paginate.ts"
import { withHelp } from "../output/withHelp.ts"

const describe = ({ brand_key, name, time_zone }: Brand): string => `${brand_key}: ${name}, ${time_zone}`

export const brands = Command.make(
  "brands",
  {
    search: textFlag("search", "Words of key or name, in any order"),
    ...listFlags,
  },
  ({ search, ...list }) =>
    printList(list, "brands", describe, ({ listBrands }, caller, page: PageRequest<string>) =>
      listBrands(caller, { search: orNull(search), ...page }),
    ),
).pipe(withHelp("List brands", ["database"], ["hangtag brands", "Those of the demo catalog"]))

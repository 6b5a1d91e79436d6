import type { HangtagError, Principal } from "@hangtag/core"
import type { Hangtag } from "@hangtag/core/effect"
import type { Effect } from "effect"
import { describeList, limitFlag, type Page, type PageRequest, paginate } from "../output/paginate.ts"
import { organizationFlag } from "./caller.ts"
import { runAndPrint } from "./runAndPrint.ts"

/** What every list is asked with. */
export const listFlags = { limit: limitFlag, organization: organizationFlag }

/** Prints the first items of a list, of which a use case gives a page at a time. */
export const printList = <Item, Place>(
  { organization, limit }: { readonly organization: string; readonly limit: number },
  name: string,
  describe: (item: Item) => string,
  usecase: (
    usecases: Hangtag["Service"],
    caller: Principal,
    page: PageRequest<Place>,
  ) => Effect.Effect<Page<Item, Place>, HangtagError>,
) =>
  runAndPrint(
    organization,
    (usecases, caller) => paginate(limit, (page: PageRequest<Place>) => usecase(usecases, caller, page)),
    describeList(name, describe),
  )

import type { CrawlJob, DiscoverySelectionResult, ListedDiscovery } from "@hangtag/core"
import { Argument, Command } from "effect/cli"
import { organizationFlag } from "../calls/caller.ts"
import { listFlags, printList } from "../calls/printList.ts"
import { runAndPrint } from "../calls/runAndPrint.ts"
import { argument, textFlag, yesNoFlag } from "../output/flags.ts"
import { limitFlag, orNull, type PageRequest } from "../output/paginate.ts"
import { withHelp } from "../output/withHelp.ts"

const describe = ({ discovery_id, selected, url, title, already_in_catalog }: ListedDiscovery): string =>
  `${selected ? "[x]" : "[ ]"} ${discovery_id}: ${url}${title === null ? "" : `, ${title}`}${already_in_catalog === null ? "" : ` (in the catalog: ${already_in_catalog})`}`

const describeSelection = ({ changed, unchanged, outcomes }: DiscoverySelectionResult): string =>
  [
    `${changed} changed, ${unchanged} unchanged`,
    ...outcomes.flatMap(({ discovery_id, outcome }) =>
      outcome === "not_found" ? [`  not found: ${discovery_id}`] : [],
    ),
  ].join("\n")

const describeJob = ({ job_id, discoveries, selected, counts_are_exact }: CrawlJob): string =>
  `${job_id}: ${counts_are_exact ? "" : "of the first "}${discoveries} found, ${selected} selected`

const jobs = Command.make("jobs", listFlags, (list) =>
  printList(list, "crawl jobs", describeJob, ({ listCrawlJobs }, caller, page: PageRequest<string>) =>
    listCrawlJobs(caller, page),
  ),
).pipe(
  withHelp(
    "List the crawl jobs that found something",
    ["database"],
    ["hangtag discoveries jobs", "Those whose discoveries can be listed"],
  ),
)

const job = {
  job_id: argument("job", "The crawl job"),
  organization: organizationFlag,
}

const list = Command.make(
  "list",
  {
    ...job,
    selected: yesNoFlag("selected", "Those that are selected; with --no-selected the others"),
    search: textFlag("search", "Words of URL or title, in any order"),
    limit: limitFlag,
  },
  ({ job_id, selected, search, ...list }) =>
    printList(list, "discoveries", describe, ({ listCrawlDiscoveries }, caller, page: PageRequest<string>) =>
      listCrawlDiscoveries(caller, { job_id, selected: orNull(selected), search: orNull(search), ...page }),
    ),
).pipe(
  withHelp(
    "List what a crawl job found",
    ["database"],
    ["hangtag discoveries list CRAWL-RIDGE", "Of the demo catalog"],
  ),
)

const selecting = (name: "select" | "deselect", what: string) =>
  Command.make(
    name,
    {
      ...job,
      ids: argument("discovery", "Ids of discoveries").pipe(Argument.atLeast(1)),
    },
    ({ job_id, ids, organization }) =>
      runAndPrint(
        organization,
        ({ selectCrawlDiscoveries }, caller) =>
          selectCrawlDiscoveries(caller, { job_id, discovery_ids: ids, selected: name === "select" }),
        describeSelection,
      ),
  ).pipe(
    withHelp(what, ["database", "calls"], [`hangtag discoveries ${name} CRAWL-RIDGE D2 D3`, "Two at once"]),
  )

export const discoveries = Command.make("discoveries").pipe(
  withHelp(
    "Look at what crawls found, and select what is to be imported",
    ["database", "calls"],
    ["hangtag discoveries list CRAWL-RIDGE --search olive", "Those with olive in URL or title"],
  ),
  Command.withSubcommands([
    jobs,
    list,
    selecting("select", "Select discoveries for import"),
    selecting("deselect", "Deselect discoveries, and their URLs for later crawls"),
  ]),
)

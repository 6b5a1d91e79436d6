import { CatalogRepository, ExportRepository, JobQueue, JobRepository, ObjectStorage } from "@hangtag/core"
import { delay, duplicate, type Fault, failAfter, failBefore } from "@hangtag/testkit"

export const faults: Readonly<Record<string, Fault>> = {
  "nothing happens and the call fails": failBefore(),
  "it happens and the call fails": failAfter(),
  "it takes a minute": delay("1 minute"),
  "it happens twice": duplicate,
}

const ports = {
  JobRepository,
  JobQueue,
  ExportRepository,
  ObjectStorage,
  CatalogRepository,
}

/** Every port that an export goes through, with everything that may happen to a call of it. */
export const singleFaults = Object.entries(ports).flatMap(([name, port]) =>
  Object.entries(faults).map(([what, fault]) => ({
    name: `${name}: ${what}`,
    port: port as typeof JobRepository,
    fault,
  })),
)

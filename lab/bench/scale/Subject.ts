import { allPermissions, CatalogWriter, JobQueue, type Principal } from "@hangtag/core"
import { makeHangtag } from "@hangtag/core/promise"
import { PostgresPorts, serverLayer } from "@hangtag/postgres"
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"

export const principalOf = (organization: string): Principal => ({
  organization,
  subject: "bench",
  permissions: allPermissions,
})

const portsOn = (url: string) =>
  Layer.provide(PostgresPorts.layer(), serverLayer({ url: Redacted.make(url) }))

const hangtagOn = (url: string) => makeHangtag(portsOn(url))

/** Hangtag on a database, with the ports that no operation reaches by itself. */
export interface Subject {
  readonly hangtag: Awaited<ReturnType<typeof hangtagOn>>
  readonly writer: CatalogWriter["Service"]
  readonly queue: JobQueue["Service"]
}

export const withSubject = async <A>(url: string, work: (subject: Subject) => Promise<A>): Promise<A> => {
  const runtime = ManagedRuntime.make(portsOn(url))
  const hangtag = await hangtagOn(url)
  try {
    return await work({
      hangtag,
      writer: await runtime.runPromise(Effect.service(CatalogWriter)),
      queue: await runtime.runPromise(Effect.service(JobQueue)),
    })
  } finally {
    await hangtag.close()
    await runtime.dispose()
  }
}

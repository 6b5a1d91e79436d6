import { CatalogWriter, JobQueue } from "@hangtag/core"
import { Effect, ManagedRuntime } from "effect"
import { portsOn, promisesOn } from "../support/hangtagOn.ts"

/** Hangtag on a database, with the ports that no operation reaches by itself. */
export interface Subject {
  readonly hangtag: Awaited<ReturnType<typeof promisesOn>>
  readonly writer: CatalogWriter["Service"]
  readonly queue: JobQueue["Service"]
}

export const withSubject = async <A>(url: string, work: (subject: Subject) => Promise<A>): Promise<A> => {
  const runtime = ManagedRuntime.make(portsOn(url))
  const hangtag = await promisesOn(url)
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

import { equal } from "node:assert/strict"
import type { ExportFormat } from "@hangtag/core"
import { afar } from "../support/afar.ts"
import { interleave } from "../support/interleave.ts"

interface Run {
  readonly milliseconds: number
  readonly file: { readonly sha256: string }
}

/** Exports by one reader and by four, of a server near by and of one that answers 20 ms later. */
export interface ReaderTimes {
  readonly rows: number
  readonly format: ExportFormat
  /** Milliseconds by where the server is and how many read. */
  readonly near: Readonly<Record<"one" | "four", ReadonlyArray<number>>>
  readonly afar: Readonly<Record<"one" | "four", ReadonlyArray<number>>>
}

export const latency = 20

/** The same file has to come of all of them. */
export const readersCompared = async ({
  url,
  rows,
  exported,
}: {
  readonly url: string
  readonly rows: number
  readonly exported: (format: ExportFormat, environment: NodeJS.ProcessEnv) => Promise<Run>
}): Promise<ReadonlyArray<ReaderTimes>> => {
  const far = await afar(url, latency)
  const times: Array<ReaderTimes> = []
  try {
    for (const format of ["csv", "xlsx"] as const) {
      const sums = new Set<string>()
      const by = (readers: number, database: string) => async () => {
        const run = await exported(format, { DATABASE_URL: database, EXPORT_READERS: String(readers) })
        sums.add(run.file.sha256)
        return run.milliseconds
      }
      const { one, four, farOne, farFour } = await interleave(
        { one: by(1, url), four: by(4, url), farOne: by(1, far.url), farFour: by(4, far.url) },
        2,
      )
      equal(sums.size, 1, "readers give other bytes")
      times.push({ rows, format, near: { one, four }, afar: { one: farOne, four: farFour } })
    }
    return times
  } finally {
    far.close()
  }
}

import type { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { type AtEnd, startBucketTrial, startServer, startTrial } from "./startTrial.ts"

type End = Parameters<AtEnd>[0]

/** Ends each thing, also where one before it could not be ended. */
const endAll = async ([end, ...others]: ReadonlyArray<End>): Promise<void> => {
  try {
    await end?.()
  } finally {
    if (others.length > 0) await endAll(others)
  }
}

const ending = async (run: (atEnd: AtEnd) => Promise<void>): Promise<void> => {
  const ends: Array<End> = []
  try {
    await run((end) => void ends.unshift(end))
  } finally {
    await endAll(ends)
  }
}

/** Runs it with a Postgres server and a folder of its own, of which nothing stays. */
export const onServer = (run: (server: PostgresServer, folder: string) => Promise<void>, partitions = 0) =>
  ending(async (atEnd) => {
    const { server, folder } = await startServer(atEnd, partitions)
    await run(server, folder)
  })

/** Starts something with what it takes, and runs it with that; nothing stays. */
const on =
  <Given, Started>(start: (atEnd: AtEnd, given: Given) => Promise<Started>) =>
  (given: Given, run: (started: Started) => Promise<void>) =>
    ending(async (atEnd) => run(await start(atEnd, given)))

export const onTrial = on(startTrial)
export const onBucketTrial = on(startBucketTrial)

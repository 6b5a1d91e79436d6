import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serverLayer } from "@hangtag/postgres"
import { Effect, Redacted } from "effect"
import { migrateTo } from "../../packages/postgres/test/support/migrateTo.ts"
import { PostgresServer } from "../../packages/postgres/test/support/PostgresServer.ts"
import { BucketServer } from "../../packages/storage/test/BucketServer.ts"
import { Trial } from "./Trial.ts"

/** Is given what ends each thing that was started; what was started last is to be ended first. */
export type AtEnd = (end: () => Promise<void> | void) => void

/** Makes the server's tables of hash partitions by organization, where a number of them is given. */
export const inPartitions = async ({ url }: PostgresServer, partitions: number): Promise<void> => {
  if (partitions === 0) return
  await Effect.runPromise(Effect.provide(migrateTo(partitions), serverLayer({ url: Redacted.make(url) })))
}

/** A folder, of which nothing stays. */
export const startFolder = (atEnd: AtEnd): string => {
  const folder = mkdtempSync(join(tmpdir(), "hangtag-chaos-"))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A Postgres server and a folder. */
export const startServer = async (atEnd: AtEnd, partitions = 0) => {
  const folder = startFolder(atEnd)
  const server = await PostgresServer.create()
  atEnd(() => server.dispose())
  await inPartitions(server, partitions)
  return { folder, server }
}

/** How large a trial is. */
interface Size {
  readonly products: number
  /** Hash partitions by organization; none unless given. */
  readonly partitions?: number
}

/** A trial on a server of its own, with its files in the folder. */
export const startTrial = async (atEnd: AtEnd, { products, partitions = 0 }: Size) => {
  const { folder, server } = await startServer(atEnd, partitions)
  const trial = await Trial.create(server.url, folder, products)
  atEnd(() => trial.dispose())
  return { folder, server, trial }
}

/** The same with its files in a bucket. */
export const startBucketTrial = async (atEnd: AtEnd, { products, partitions = 0 }: Size) => {
  const { folder, server } = await startServer(atEnd, partitions)
  const bucket = await BucketServer.start()
  atEnd(() => bucket.stop())
  const trial = await Trial.create(server.url, bucket.endpoint, products)
  atEnd(() => trial.dispose())
  return { folder, server, bucket, trial }
}

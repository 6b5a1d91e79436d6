/**
 * Makes the image that new embedded databases begin with; to be run again with a new major version of PGlite, and
 * with a new migration.
 *
 *     node packages/postgres/test/support/makeEmptyDatabase.ts
 */

import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { constants, zstdCompressSync } from "node:zlib"
import { PGlite } from "@electric-sql/pglite"
import { Effect } from "effect"
import { EmbeddedPostgres } from "../../src/embedded/index.ts"
import { migrate } from "../../src/index.ts"

const folder = mkdtempSync(join(tmpdir(), "hangtag-image-"))
const data = join(folder, "pgdata")

// What is there already was made by an older version of this program: it begins anew.
const initial = await PGlite.create(data)
await initial.close()
await Effect.runPromise(Effect.provide(migrate, EmbeddedPostgres.layer({ dataDir: folder })))

const db = await PGlite.create(data)
// No other database is made here, and these two are two thirds of the files.
for (const name of ["template0", "template1"]) {
  await db.exec(`alter database ${name} is_template false`)
  await db.exec(`drop database ${name}`)
}
await db.exec("select pg_switch_wal()")
await db.exec("checkpoint")
// Closed in order, it opens without a recovery.
await db.close()

// The log's later segments are old ones, kept to be written over; what is in them is in the tables long since.
const [current, ...later] = readdirSync(join(data, "pg_wal"))
  .filter((name) => /^[0-9A-F]{24}$/.test(name))
  .sort()
for (const segment of later) rmSync(join(data, "pg_wal", segment))

const tar = execFileSync("tar", ["--format=ustar", "--sort=name", "-cC", data, ...readdirSync(data)], {
  maxBuffer: 256 * 1024 * 1024,
})
rmSync(folder, { recursive: true })
const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 25 }
const image = zstdCompressSync(tar, { params })
writeFileSync(new URL("../../src/embedded/emptyDatabase.tar.zst", import.meta.url), image)
console.log(`${image.length} bytes of ${tar.length}, its log from ${current}`)

/**
 * Makes the image that new embedded databases begin with; to be run again with a new major version of PGlite.
 *
 *     node packages/postgres/test/support/makeEmptyDatabase.ts
 */

import { writeFileSync } from "node:fs"
import { constants, zstdCompressSync } from "node:zlib"
import { PGlite } from "@electric-sql/pglite"

const db = await PGlite.create()
const tar = await (await db.dumpDataDir("none")).arrayBuffer()
await db.close()

// Three of the databases in it are alike, so a window that spans them makes the file a quarter.
const params = {
  [constants.ZSTD_c_compressionLevel]: 19,
  [constants.ZSTD_c_windowLog]: 26,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
}
const image = zstdCompressSync(new Uint8Array(tar), { params })
writeFileSync(new URL("../../src/embedded/emptyDatabase.tar.zst", import.meta.url), image)
console.log(`${image.length} bytes`)

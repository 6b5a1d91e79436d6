import { existsSync, readFileSync } from "node:fs"
import { zstdDecompressSync } from "node:zlib"

/** The package holds its sources beside the build, so this is right from either. */
const image = new URL("../../src/embedded/emptyDatabase.tar.zst", import.meta.url)

/**
 * The data directory of a database with Hangtag's tables and no row in them, as a tar: making it anew takes seconds and
 * gives the same each time. Where it is of an older version, migrating brings it to this one as it would any other.
 *
 * Undefined where a bundler left the file behind. `test/support/makeEmptyDatabase.ts` makes it.
 */
export const emptyDatabase = (): Uint8Array | undefined =>
  existsSync(image) ? zstdDecompressSync(readFileSync(image)) : undefined

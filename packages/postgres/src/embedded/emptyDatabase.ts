import { existsSync, readFileSync } from "node:fs"
import { zstdDecompressSync } from "node:zlib"

/** The package holds its sources beside the build, so this is right from either. */
const image = new URL("../../src/embedded/emptyDatabase.tar.zst", import.meta.url)

/**
 * The data directory that `initdb` makes, as a tar: making it anew takes seconds and gives the same each time.
 *
 * Undefined where a bundler left the file behind. `test/support/makeEmptyDatabase.ts` makes it.
 */
export const emptyDatabase = (): Blob | undefined =>
  existsSync(image) ? new Blob([new Uint8Array(zstdDecompressSync(readFileSync(image)))]) : undefined

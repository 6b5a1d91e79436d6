import { tmpdir } from "node:os"
import { join } from "node:path"

/** Where processes that start often keep what was compiled of their modules, for the next one to load faster. */
export const compileCache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), "hangtag-compile-cache")

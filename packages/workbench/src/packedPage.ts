import { join } from "node:path"
import { filesIn } from "./filesIn.ts"

/** The page's files by name, as they were packed: what is published has this in the place of `pageOfSources`. */
export const builtPage = (): Promise<ReadonlyMap<string, Uint8Array>> => {
  const { dirname } = import.meta
  if (dirname === undefined)
    throw new Error(
      "@hangtag/workbench reads its page from beside its code: keep it out of the bundle (Next: serverExternalPackages)",
    )
  return filesIn(join(dirname, "page"))
}

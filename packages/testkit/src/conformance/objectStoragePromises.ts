import { keepingPromises } from "./objectStorage/keepingPromises.ts"
import { linkPromises } from "./objectStorage/linkPromises.ts"
import type { OpenLink } from "./objectStorage/steps.ts"

/** What an `ObjectStorage` promises, each by the name of its test; `open` follows links. */
export const objectStoragePromises = (open?: OpenLink) => ({ ...keepingPromises, ...linkPromises(open) })

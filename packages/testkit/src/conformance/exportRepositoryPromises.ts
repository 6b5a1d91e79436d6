import { momentPromises } from "./export/momentPromises.ts"
import { selectionPromises } from "./export/selectionPromises.ts"

/** What an `ExportRepository` promises, each by the name of its test. */
export const exportRepositoryPromises = { ...momentPromises, ...selectionPromises }

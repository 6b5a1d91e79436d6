/** What an operator does with organizations as a whole. */
export { deleteOrganization } from "./deleteOrganization.ts"
export { forgetDiscarded, forgetDiscoveries } from "./forgetOld.ts"
export {
  type FreezeReason,
  freezeOrganization,
  organizationFreeze,
  thawOrganization,
} from "./freezeOrganization.ts"
export { ImportRefused, importOrganization } from "./importOrganization.ts"
export { type JobFiles, jobFiles } from "./jobFiles.ts"
export { type ListedOrganization, listOrganizations } from "./listOrganizations.ts"
export { organizationRows, type RowsOf } from "./organizationRows.ts"
export { organizationSize, type TableSize } from "./organizationSize.ts"
export { leftOut, type RowsToCome, rowsToCome } from "./organizationTables.ts"

/** Where an export waits: small ones do not wait behind large ones. */
export type ExportLane = "small" | "large"

export const exportLanes: ReadonlyArray<ExportLane> = ["small", "large"]

/** Product versions up to which an export is small: it is written in a second or two. */
export const smallExportVersions = 2_000

export const exportLane = (total: number): ExportLane => (total <= smallExportVersions ? "small" : "large")

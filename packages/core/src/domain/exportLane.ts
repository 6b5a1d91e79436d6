/** Exports of more product versions than this are large. */
export const smallExport = 1000

/** The lanes in which exports wait, apart from each other: workers keep takers for each. */
export const exportLanes = ["small", "large"] as const

/** Where an export of so many product versions waits. */
export const exportLane = (total: number): (typeof exportLanes)[number] =>
  total > smallExport ? "large" : "small"

/** Exports of more than one of these are large: a small one is written in about a second. */
export const smallExport = { versions: 1000, variants: 20_000 } as const

/** The lanes in which exports wait, apart from each other: workers keep takers for each. */
export const exportLanes = ["small", "large"] as const

/** Where an export of N product versions waits, and of N variants where its rows are made of them. */
export const exportLane = (versions: number, variants = 0): (typeof exportLanes)[number] =>
  versions > smallExport.versions || variants > smallExport.variants ? "large" : "small"

/** The value below which `share` of the figures lie, the nearest of them. */
export const quantile = (figures: ReadonlyArray<number>, share: number): number => {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (figures: ReadonlyArray<number>): number => quantile(figures, 0.5)

/** Three significant digits, as far as a run on a shared machine is worth. */
export const short = (figure: number): string =>
  figure >= 1000 ? Math.round(figure).toLocaleString("en-US") : String(Number(figure.toPrecision(3)))

export const times = (ratio: number): string => `${ratio.toFixed(2)}×`

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`

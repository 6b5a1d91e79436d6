const [brandName, colorwayName, linesName] = ["hangtag.brand", "hangtag.colorway", "hangtag.lines"]

const read = (name: string): string => sessionStorage.getItem(name) ?? ""

/** The brand that was worked on last in this tab: other views begin with it. */
export const lastBrand = (): string => read(brandName)
export const rememberBrand = (brand: string): void => sessionStorage.setItem(brandName, brand)

/** A place that can be gone back to. */
export interface Place {
  readonly name: string
  readonly path: string
}

/** The colorway that was worked on last in this tab, with its lines. */
export const lastColorway = (): Place | undefined => {
  const [path, name] = read(colorwayName).split("\n")
  return path && name ? { path, name } : undefined
}
export const rememberColorway = ({ name, path }: Place): void =>
  sessionStorage.setItem(colorwayName, `${path}\n${name}`)

/** The lines that a batch was generated from, as long as it is the last of this tab. */
export const linesOf = (batch: string): string | undefined => {
  const [key, path] = read(linesName).split("\n")
  return key === batch ? path : undefined
}
export const rememberLines = (batch: string, path: string): void =>
  sessionStorage.setItem(linesName, `${batch}\n${path}`)

/** A colorway's path without its lines. */
const bare = (path: string): string => {
  const [view, query] = path.split("?")
  const members = new URLSearchParams(query)
  const kept = [...members].filter(([name]) => ["brand", "product", "color"].includes(name))
  return `${view}?${new URLSearchParams(kept)}`
}

/**
 * Goes on without the lines that have been published. Lines that were changed since are a person's work and stay, unless
 * the batch is taken back: they were filled in with prices that are not any more.
 */
export const forgetLines = ({
  key,
  reverts,
}: {
  readonly key: string
  readonly reverts: string | null
}): void => {
  const [last, lines] = [lastColorway(), linesOf(reverts ?? key)]
  if (last === undefined || lines === undefined) return
  const isOver = reverts === null ? last.path === lines : bare(last.path) === bare(lines)
  if (isOver) rememberColorway({ ...last, path: bare(last.path) })
}

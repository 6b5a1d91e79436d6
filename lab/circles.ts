/**
 * Folders of a package that import each other, and circles of files: `npx -y pnpm@12 circles`. It fails where there are
 * some. A folder and those within it count as one place, since a room's contracts and its rules name each other.
 */
import { dirname } from "node:path"
import { importsWithin } from "./sources.ts"

type Graph = ReadonlyMap<string, ReadonlyArray<string>>

/** What can be reached from each other, of two members at least: Tarjan's strongly connected components. */
const circlesOf = (graph: Graph): ReadonlyArray<ReadonlyArray<string>> => {
  const circles: Array<ReadonlyArray<string>> = []
  const reached = new Map<string, { readonly index: number; low: number }>()
  const open: Array<string> = []
  const visit = (node: string) => {
    const place = { index: reached.size, low: reached.size }
    reached.set(node, place)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      const known = reached.get(next) ?? visit(next)
      if (open.includes(next)) place.low = Math.min(place.low, known.low)
    }
    if (place.low === place.index) {
      const circle = open.splice(open.indexOf(node))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return place
  }
  for (const node of graph.keys()) if (!reached.has(node)) visit(node)
  return circles
}

const contains = (folder: string, other: string) => other.startsWith(`${folder}/`)

const foldersOf = (files: Graph): Graph => {
  const folders = new Map<string, Array<string>>()
  for (const [file, targets] of files) {
    const folder = dirname(file)
    const others = targets
      .map((target) => dirname(target))
      .filter((other) => other !== folder && !contains(folder, other) && !contains(other, folder))
    folders.set(folder, [...(folders.get(folder) ?? []), ...others])
  }
  return folders
}

/** Pairs of folders that import each other, as `a ⇄ b`, in their order. */
export const folderPairs = (): ReadonlyArray<string> => {
  const folders = foldersOf(importsWithin())
  return [...folders]
    .flatMap(([folder, others]) =>
      [...new Set(others)]
        .filter((other) => folder < other && folders.get(other)?.includes(folder))
        .map((other) => `${folder} ⇄ ${other}`),
    )
    .sort()
}

/** Folders that import each other, by way of others too. */
export const folderCircles = (): ReadonlyArray<ReadonlyArray<string>> => circlesOf(foldersOf(importsWithin()))

export const fileCircles = (): ReadonlyArray<ReadonlyArray<string>> => circlesOf(importsWithin())

if (import.meta.main) {
  const [pairs, folders, files] = [folderPairs(), folderCircles(), fileCircles()]
  for (const pair of pairs) console.log(pair)
  for (const circle of [...folders, ...files]) console.log(`circle: ${circle.join(", ")}`)
  console.log(
    `${pairs.length} pairs of folders, ${folders.length} circles of folders, ${files.length} circles of files`,
  )
  if (folders.length + files.length > 0) process.exitCode = 1
}

import { readFileSync } from "node:fs"
import { join } from "node:path"

type Versions = Readonly<Record<string, string>>

interface Manifest {
  readonly homepage: string
  readonly repository: { readonly type: string; readonly url: string; readonly directory: string }
  readonly publishConfig?: Readonly<Record<string, unknown>>
  readonly dependencies?: Versions
  readonly peerDependencies?: Versions
}

const folderOf = (name: string) => name.replace("@hangtag/", "packages/")

const versionOf = (name: string, root: string): string =>
  JSON.parse(readFileSync(join(root, folderOf(name), "package.json"), "utf8")).version

/** `workspace:^` as the caret range of the version that lies in the workspace. */
const published = (versions: Versions, root: string): Versions =>
  Object.fromEntries(
    Object.entries(versions).map(([name, range]) => [
      name,
      range.replace(/^workspace:([~^]?)$/, (_, sign) => `${sign}${versionOf(name, root)}`),
    ]),
  )

/** A package's manifest as pnpm publishes it: nothing in it is known to this workspace only. */
export const publishedManifest = (text: string, root: string): Manifest => {
  const { publishConfig, dependencies, devDependencies: _, scripts: __, ...manifest } = JSON.parse(text)
  const { access, ...overrides } = publishConfig
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  return {
    ...manifest,
    homepage: `https://www.npmjs.com/package/${manifest.name}`,
    repository: { ...repository, directory: folderOf(manifest.name) },
    ...overrides,
    publishConfig: { access },
    ...(dependencies && { dependencies: published(dependencies, root) }),
  }
}

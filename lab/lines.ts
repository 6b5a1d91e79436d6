/**
 * Lines of TypeScript in what is committed or about to be: `npx -y pnpm@12 lines`. Product are the packages' `src` and
 * the workbench's page, without the testkit, decision tables (`*.cases.ts`) and what a command writes.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./sources.ts"

const files = String(
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx"], { cwd: root }),
)
  .split("\n")
  .filter((file) => file !== "" && existsSync(join(root, file)))

const text = (file: string) => readFileSync(join(root, file), "utf8")

const kind = (file: string): string =>
  /\.cases\.tsx?$/.test(file)
    ? "decision tables"
    : /^\/\/ (Made|Written|Rendered) /.test(text(file))
      ? "written by a command"
      : file.startsWith("packages/testkit/src/")
        ? "testkit"
        : /^packages\/(\w|-)+\/src\/|^packages\/workbench\/page\//.test(file)
          ? "product"
          : /^packages\/|^test\//.test(file)
            ? "tests"
            : file.slice(0, file.indexOf("/") + 1) || "settings"

const lines = new Map<string, number>()
const add = (name: string, count: number) => lines.set(name, (lines.get(name) ?? 0) + count)
for (const file of files) {
  const count = text(file).split("\n").length - 1
  add(kind(file), count)
  add("all", count)
}
for (const [name, count] of [...lines].sort(([, a], [, b]) => b - a))
  console.log(`${String(count).padStart(7)} ${name}`)

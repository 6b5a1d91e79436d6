import { execFileSync } from "node:child_process"
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { describe, expect, it } from "vitest"

const root = resolve(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")

/** What is written, those that are not committed yet among them. */
const pages = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], {
  cwd: root,
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .filter((path) => existsSync(join(root, path)))

/** The anchor that a heading has on every forge. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-")
const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```/g, "")

describe("the documents", () => {
  it.each(pages)("%s leads to what is there", (page) => {
    for (const [, link] of withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link!)) continue
      const [path, anchor] = link!.split("#")
      const target = path === "" ? page : join(dirname(page), path!)
      expect(existsSync(join(root, target)), `${page}: ${link}`).toBe(true)
      if (anchor === undefined) continue
      const headings = Array.from(withoutCode(read(target)).matchAll(/^#+ (.+)$/gm), ([, text]) =>
        anchorOf(text!),
      )
      expect(headings, `${page}: ${link}`).toContain(anchor)
    }
  })
})

describe("CONTRIBUTING.md", () => {
  const rows = read("CONTRIBUTING.md")
    .split("\n")
    .filter((line) => line.startsWith("| ") && line.includes("`"))
  const commands = rows.flatMap((row) =>
    Array.from(row.split("|")[2]!.matchAll(/`([^`]+)`/g), ([, text]) => text!),
  )
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: Record<string, string> }
  const tests = globSync(["packages/*/test/**/*.test.ts", "test/**/*.test.ts", "examples/**/*.test.ts"], {
    cwd: root,
  })

  it.each(commands)("%s can be run", (command) => {
    const [program, ...words] = command.split(" ")
    if (program === "vitest") {
      for (const path of words)
        expect(
          tests.filter((test) => test.startsWith(path)),
          path,
        ).not.toHaveLength(0)
    } else if (program === "node") {
      expect(statSync(join(root, words[0]!)).isFile()).toBe(true)
    } else {
      expect(command.startsWith("npx -y pnpm@12 ")).toBe(true)
      expect(Object.keys(scripts)).toContain(words[2])
    }
  })

  it("has a row for every package's tests", () => {
    const named = commands.flatMap((command) => command.split(" ").slice(1))
    for (const folder of globSync("packages/*/test", { cwd: root }))
      expect(
        named.some((path) => path.startsWith(folder)),
        folder,
      ).toBe(true)
  })
})

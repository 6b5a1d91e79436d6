import { globSync, readFileSync } from "node:fs"
import { stripTypeScriptTypes } from "node:module"
import { join, resolve } from "node:path"
import { type Node, parse } from "acorn"
import { check } from "recheck"
import { analyse } from "scslre"
import { describe, expect, it } from "vitest"

process.env.RECHECK_BACKEND = "pure"

/** Those that take longer than in proportion to their text, and why no one can make use of that. */
const harmless: Readonly<Record<string, string>> = {
  "/^\\/+|\\/+$/g": "S3_PREFIX is the operator's",
  "/\\/+$/": "PUBLIC_URL is the operator's",
  "/<script>([\\s\\S]*?)<\\/script>/g": "the pages are ours",
  "/^(.*?) ?\\((product|variant)\\.metafields\\.(.+)\\)$/i": "the header of a file that the operator imports",
  "/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/": "the link that an adapter under test has minted",
}

/** Which the second checker does not come to an end with in a second: the first one alone has judged them. */
const endless = [
  "/^(published|gift card|variant (requires shipping|taxable|continue selling when out of stock)|included \\/ .*)$/",
  "/(?:FATAL|PANIC|DETAIL|postgres): +(.*)/",
  '/<([^<>]*)>\\s*;\\s*rel="?next"?/',
  "/^redis_version:(\\S+)/m",
]

/** Made when the program starts, of texts that are ours. */
const composed = [
  "packages/core/src/kernel/rules/searchWords.ts",
  "packages/worker/src/files/xlsxCell.ts",
  "packages/http-adapter/src/validation/routing.ts",
  "packages/http-adapter/src/server/idempotency.ts",
]

interface Expression {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

const root = resolve(import.meta.dirname, "..")

/** Every regular expression that stands in a source, and files that put one together. */
const expressionsOf = (file: string) => {
  const tree = parse(stripTypeScriptTypes(readFileSync(join(root, file), "utf8")), {
    ecmaVersion: "latest",
    sourceType: "module",
  })
  const found: Array<Expression> = []
  let composes = false
  const open: Array<unknown> = [tree]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const node = next as Node & {
      readonly regex?: Omit<Expression, "file">
      readonly callee?: { readonly name?: string }
    }
    if (node.type === "Literal" && node.regex) found.push({ file, ...node.regex })
    if (node.callee?.name === "RegExp") composes = true
    for (const member of Object.values(node))
      if (typeof member === "object" && member !== null) open.push(member)
  }
  return { found, composes }
}

/**
 * Why an expression may take longer than in proportion to the text that it looks at; undefined where it does not. Two
 * checkers: the one sees what follows from where a search may begin, the other all but what looks ahead and around.
 */
const fault = async (
  { pattern, flags }: Omit<Expression, "file">,
  /** Milliseconds for the second one; null to do without. */
  timeout: number | null,
): Promise<string | undefined> => {
  const { reports } = analyse({ source: pattern, flags })
  if (reports.length > 0)
    return reports.map(({ type, exponential }) => `${type}${exponential ? " exponential" : ""}`).join()
  if (timeout === null) return
  const result = await check(pattern, flags, { checker: "automaton", timeout })
  return result.status === "vulnerable" ? result.complexity.summary : undefined
}

const sources = globSync("packages/*/src/**/*.ts", { cwd: root, exclude: ["**/*.d.ts"] }).map((file) => ({
  file,
  ...expressionsOf(file),
}))
const expressions = new Map(
  sources.flatMap(({ found }) => found).map((each) => [`/${each.pattern}/${each.flags}`, each]),
)

describe("regular expressions of the sources", () => {
  it("take no longer than in proportion to what they look at", async () => {
    expect(expressions.size).toBeGreaterThan(50)
    const faults: Array<string> = []
    for (const [text, expression] of expressions) {
      if (Object.hasOwn(harmless, text)) continue
      const found = await fault(expression, endless.includes(text) ? null : 1_000)
      if (found !== undefined)
        faults.push(`${expression.file}: ${text} (${found}); write a loop, or anchor it`)
    }
    expect(faults).toEqual([])
  })

  it("are none of those that are excused but not there any more", () => {
    expect([...Object.keys(harmless), ...endless].filter((text) => !expressions.has(text))).toEqual([])
  })

  it("are put together where it is known only", () => {
    expect(sources.flatMap(({ file, composes }) => (composes ? [file] : [])).toSorted()).toEqual(
      composed.toSorted(),
    )
  })
})

describe("the check", () => {
  /** A busy machine finds them too. */
  const patience = 120_000
  it.each([
    ["/+ at the end", "\\/+$"],
    ["zeros at the end", "0+$"],
    ["a comment to its end", "<!--[\\s\\S]*?-->"],
    ["blanks around", "^\\s*(.*?)\\s*$"],
    ["what may be split anywhere", "^\\d+\\d+$"],
    ["nested", "^(a+)+$"],
    ["alternatives that overlap", "^(a|aa)+$"],
  ])("finds %s", async (_, pattern) => expect(await fault({ pattern, flags: "" }, patience)).toBeDefined())

  it.each(["^\\/+", "^[^/]*$", "^bytes=(\\d*)-(\\d*)$", "[^\\p{L}]+"])("lets %s pass", async (pattern) =>
    expect(await fault({ pattern, flags: "u" }, patience)).toBeUndefined(),
  )
})

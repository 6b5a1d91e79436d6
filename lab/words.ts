/**
 * Words of ours that have one of the field's: `npx -y pnpm@12 lint` refuses them, with the place and what to write. Decision
 * tables keep theirs, and so do decisions, which have a date.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./sources.ts"

const words: ReadonlyArray<readonly [word: RegExp, instead: string]> = [
  [/\bunless told\b/i, "by default, default N"],
  [/\btold\b(?! *:)/i, "returned, reported, shown, said"],
  [/\bso many\b/i, "at most N, this many"],
  [/\bwhoever\b/i, "the caller, the reader, the process that"],
  [/\bsomebody\b/i, "a caller, the operator, a person"],
  [/\bnobody\b/i, "no one"],
  [/\bit is time\b/i, "due"],
  [/\bkeep(s|ing)? house\b/i, "removes left files, retention"],
  [/\bfew lines\b/i, "throttled log"],
  [/\bone after another\b/i, "in turn"],
]

const kept =
  /\.cases\.ts$|^packages\/core\/test\/cases\/|^docs\/decisions\/|CHANGELOG\.md$|api\.md$|^docs\/(rules|permissions)\.md$|^lab\/words\.ts$/
/** A user of the operating system. */
const user = /=== "nobody"|user postgres or nobody/

const files = String(
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx", "*.md"], { cwd: root }),
)
  .split("\n")
  .filter((file) => file !== "" && !kept.test(file) && existsSync(join(root, file)))

const found = files.flatMap((file) =>
  readFileSync(join(root, file), "utf8")
    .split("\n")
    .flatMap((line, index) => {
      const word = user.test(line) ? undefined : words.find(([banned]) => banned.test(line))
      return word ? [`${file}:${index + 1}: "${word[0].exec(line)![0]}": ${word[1]}`] : []
    }),
)
if (found.length > 0) {
  console.error(
    `${found.join("\n")}\n\nThe field has a word for each of these: see the glossary and the words beside the places.`,
  )
  process.exitCode = 1
}

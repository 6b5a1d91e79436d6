import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { command } from "./command.ts"

/** Without what differs from run to run: moments, and how far an import has come. */
const steady = (text: string) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…").replace(/^import .*\n/gm, "")

/**
 * Walks the first section of the README in a host that has the packages: its commands and its code print what stands
 * below them. Installing is what the host has done.
 */
export const readmeWalk = async (readme: string, host: string) => {
  const text = readFileSync(readme, "utf8")
  const [, section = ""] = text.split("\n## Ten minutes")
  const blocks = [...section.split("\n## ")[0]!.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  const toldOf = (language: string) => {
    const at = blocks.findIndex(([, own], index) => own === language && blocks[index + 1]?.[1] === "text")
    if (at < 0) throw new Error(`The README's walk has no ${language} that tells what it prints`)
    return { code: blocks[at]![2]!, output: blocks[at + 1]![2]! }
  }
  const commands = toldOf("sh")
  const program = toldOf("ts")

  const at = join(host, "walk")
  mkdirSync(at)
  writeFileSync(join(at, "package.json"), "{}")
  writeFileSync(join(at, "own-data.mts"), program.code)
  const said = await command(at, "sh", ["-ec", commands.code])
  if (steady(said) !== steady(commands.output)) throw new Error(`The README's commands print\n${said}`)
  const printed = await command(at, process.execPath, ["own-data.mts"])
  if (printed !== program.output) throw new Error(`The README's program prints\n${printed}`)
}

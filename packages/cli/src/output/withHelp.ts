import { Command } from "effect/cli"
import { type SettingGroup, settingGroups } from "../settings/settingGroups.ts"
import { type SettingName, settingTable } from "../settings/settingTable.ts"

/** One setting in a line: what may stand in it, and what it is otherwise. */
const settingLine = (width: number) => (name: SettingName) => {
  const setting: { readonly allowed: string; readonly default?: string } = settingTable[name]
  const otherwise = setting.default === undefined ? "" : ` (${setting.default})`
  return `    ${name.padEnd(width)}  ${setting.allowed.replace(/^use /, "")}${otherwise}`
}

/** How a command is called, and what for. */
type Example = readonly [command: string, description: string]

/** A command's help: what it does, the settings that it reads, and how it is called. */
export const withHelp =
  (what: string, groups: ReadonlyArray<SettingGroup>, ...examples: ReadonlyArray<Example>) =>
  <Name extends string, Input, Context, E, R>(command: Command.Command<Name, Input, Context, E, R>) => {
    const names = [...new Set(groups.flatMap((group): ReadonlyArray<SettingName> => settingGroups[group]))]
    const lines = names.map(settingLine(Math.max(...names.map(({ length }) => length))))
    return command.pipe(
      Command.withDescription(
        `${what}\n\n  Settings, from the environment, with their defaults:\n${lines.join("\n")}`,
      ),
      Command.withShortDescription(what),
      Command.withExamples(examples.map(([command, description]) => ({ command, description }))),
    )
  }

import { Command } from "effect/cli"
import { type SettingGroup, settingGroups } from "../settings/settingGroups.ts"

/** A command's help: what it does, the settings that it reads, and how it is called. */
export const explained =
  (what: string, settings: ReadonlyArray<SettingGroup>, examples: ReadonlyArray<Command.Command.Example>) =>
  <Name extends string, Input, Context, E, R>(command: Command.Command<Name, Input, Context, E, R>) => {
    const names = settings.flatMap((group) => settingGroups[group])
    const read = names.length === 0 ? "" : `\n\n  Settings, from the environment: ${names.join(", ")}`
    return command.pipe(
      Command.withDescription(`${what}${read}`),
      Command.withShortDescription(what),
      Command.withExamples(examples),
    )
  }

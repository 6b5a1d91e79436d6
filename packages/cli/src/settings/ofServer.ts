import { defaultServer } from "@hangtag/postgres/servers"
import { Effect } from "effect"
import { BadSetting } from "./BadSetting.ts"
import { readSettings, type Settings } from "./Settings.ts"

/** What the servers are called, the default one first. */
export const serverNames = ({ databaseMap }: Settings): ReadonlyArray<string> => [
  defaultServer,
  ...(databaseMap?.servers.keys() ?? []),
]

/** The settings with one server alone, as if there were no other. */
export const onServer = (settings: Settings, name: string): Settings => ({
  ...settings,
  databaseUrl: settings.databaseMap?.servers.get(name) ?? settings.databaseUrl,
  replicaUrl: name === defaultServer ? settings.replicaUrl : settings.databaseMap?.replicas?.get(name),
  databaseMap: undefined,
})

/** What the server is called that the organization is on. */
export const serverOf = ({ databaseMap }: Settings, organization: string): string =>
  databaseMap?.organizations.get(organization) ?? defaultServer

/** The settings of the server that the organization is on. */
export const readSettingsOf = (organization: string) =>
  Effect.map(readSettings, (settings) => onServer(settings, serverOf(settings, organization)))

/** The settings of the server that is named. */
export const namedServer = (settings: Settings, name: string) =>
  serverNames(settings).includes(name)
    ? Effect.succeed(onServer(settings, name))
    : Effect.fail(
        new BadSetting({
          name: "DATABASE_URLS",
          value: settings.databaseMap?.path ?? "(unset)",
          allowed: `no server ${name} is in it: name one of ${serverNames(settings).join(", ")}`,
        }),
      )

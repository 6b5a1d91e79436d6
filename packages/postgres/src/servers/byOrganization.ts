import { type Method, wrapMethods } from "@hangtag/core/adapter"
import { AdapterFault } from "@hangtag/core/promise"
import { Context, Effect, Stream } from "effect"
import type { DatabaseServices, RoutedPorts } from "./DatabaseServices.ts"
import type { Server } from "./Server.ts"
import type { Servers } from "./Servers.ts"

/** The services of one server. */
export type Services = Context.Context<DatabaseServices>

type AnyPort = Context.Key<RoutedPorts, Readonly<Record<string, Method>>>

/** The transaction around a call: what is called inside stays on its server, whatever the map says since. */
const Held = Context.Reference<
  { readonly server: Server; readonly services: Services; readonly organization: string | null } | undefined
>("@hangtag/postgres/servers/Held", { defaultValue: () => undefined })

/** Whose call it is, by its first argument: the organization, or what is one's. */
const organizationOf = ([first]: ReadonlyArray<unknown>): string =>
  typeof first === "string" ? first : (first as { readonly organization: string }).organization

const servicesFor = (servers: Servers["Service"], organization: string) =>
  Effect.flatMap(Held, (held) => {
    if (held === undefined) return Effect.sync(() => servers.of(organization).services())
    return held.organization === organization || servers.of(organization) === held.server
      ? Effect.succeed(held.services)
      : Effect.die(
          new AdapterFault(
            "transaction",
            "atomically",
            `is of server ${held.server.name}, and ${organization} is on another one`,
          ),
        )
  })

/** The port, each of whose methods is asked on the server of its organization, by the map as it is when the call is run. */
export const byOrganization = <Self extends RoutedPorts, Service>(
  servers: Servers["Service"],
  port: Context.Key<Self, Service>,
): Service => {
  const key = port as unknown as AnyPort
  const portOf = (services: Services) => Context.get(services as Context.Context<RoutedPorts>, key)
  const routed =
    (name: string, isStream: (args: ReadonlyArray<unknown>) => boolean): Method =>
    (...args) => {
      const call = Effect.map(servicesFor(servers, organizationOf(args)), (own) =>
        portOf(own)[name]!(...args),
      )
      return isStream(args)
        ? Stream.unwrap(call as Effect.Effect<Stream.Stream<unknown>>)
        : Effect.flatten(call as Effect.Effect<Effect.Effect<unknown>>)
    }
  return wrapMethods(portOf(servers.all()[0]!.services()), routed) as Service
}

/** Runs what is a transaction of the organization's server; within one of that. */
export const holding = <A, E, R>(
  servers: Servers["Service"],
  organization: string | null,
  run: (services: Services) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  Effect.flatMap(Held, (held) => {
    if (held !== undefined) return run(held.services)
    const server = organization === null ? servers.all()[0]! : servers.of(organization)
    const services = server.services()
    return Effect.provideService(run(services), Held, { server, services, organization })
  })

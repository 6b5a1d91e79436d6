import { type Cause, Context, Effect, Exit, Layer, Scope } from "effect"
import { awayServices } from "./awayServices.ts"
import type { DatabaseServices } from "./DatabaseServices.ts"
import { openServer, type Pace, type Server } from "./Server.ts"

/** Which organization is on which server; one that it does not name is on `default`, as is one that it says so of. */
export interface ServerMap {
  /** The URL of each beside the default one, by its name. */
  readonly servers: ReadonlyMap<string, string>
  /** The URL of the read replica of each of them that has one, by the server's name. */
  readonly replicas?: ReadonlyMap<string, string>
  /** The name of its server, by the organization. */
  readonly organizations: ReadonlyMap<string, string>
}

/** What the server is called that `DATABASE_URL` names. */
export const defaultServer = "default"

/** How long the connections of a server stay that the map names no more: calls that are under way go on. */
const farewell = "1 minute"

/** The services of a server: by its name, and the URLs of it and its replica where the map has them. */
type LayerOf<E> = (
  name: string,
  url: string | undefined,
  replica: string | undefined,
) => Layer.Layer<DatabaseServices, E>

/** Something to be built on a server. */
export type OnServer<R> = (server: Server) => Layer.Layer<never, never, R>

/** What it needs that no server has. */
type Own<R> = Exclude<R, DatabaseServices>

interface Opened {
  readonly url: string | undefined
  readonly replica: string | undefined
  readonly server: Server
  readonly connections: Scope.Closeable
}

/** Builds it on the server, by itself: what is built of one server is no other's. */
const buildOn = <R>(
  build: OnServer<R>,
  server: Server,
  context: Context.Context<Own<R>>,
  scope: Scope.Scope,
) =>
  Effect.flatMap(server.opened, (services) =>
    Layer.buildWithMemoMap(
      Layer.provide(
        build(server),
        Layer.succeedContext(Context.merge(context, services) as Context.Context<R>),
      ),
      Layer.makeMemoMapUnsafe(),
      scope,
    ),
  )

const make = Effect.fnUntraced(function* <E>(first: ServerMap, layerOf: LayerOf<E>, pace?: Pace) {
  const scope = yield* Effect.scope
  const whenAway = yield* Layer.build(awayServices)
  const joining = new Set<(server: Server) => Effect.Effect<void>>()
  let opened: ReadonlyMap<string, Opened> = new Map()
  let organizations: ServerMap["organizations"] = new Map()

  const open = Effect.fnUntraced(function* (
    name: string,
    url: string | undefined,
    replica: string | undefined,
  ) {
    const connections = yield* Scope.fork(scope)
    const server = yield* Scope.provide(
      openServer(name, () => layerOf(name, url, replica), whenAway, pace),
      connections,
    )
    return { url, replica, server, connections }
  })
  const letGo = Effect.fnUntraced(function* ({ server, connections }: Opened) {
    yield* Scope.close(server.scope, Exit.void)
    yield* Effect.sleep(farewell)
    yield* Scope.close(connections, Exit.void)
  })
  const use = Effect.fnUntraced(function* (map: ServerMap) {
    const before = opened
    const next = yield* Effect.forEach(
      [[defaultServer, undefined] as const, ...map.servers],
      Effect.fnUntraced(function* ([name, url]) {
        const known = before.get(name)
        const replica = map.replicas?.get(name)
        const isSame = known !== undefined && known.url === url && known.replica === replica
        return [name, isSame ? known : yield* open(name, url, replica)] as const
      }),
      { concurrency: "unbounded" },
    )
    opened = new Map(next)
    organizations = map.organizations
    const isKnown = new Set(before.values())
    for (const [, each] of next)
      if (!isKnown.has(each)) yield* Effect.forEach(joining, (join) => join(each.server), { discard: true })
    for (const each of before.values())
      if (opened.get(each.server.name) !== each) yield* Effect.forkIn(letGo(each), scope)
  })
  const all = () => [...opened.values()].map(({ server }) => server)

  yield* use(first)
  const away = all().map((server) => server.away())
  if (away[0] !== undefined && !away.includes(undefined))
    return yield* Effect.failCause(away[0] as Cause.Cause<E>)
  return {
    use,
    all,
    of: (organization: string): Server =>
      opened.get(organizations.get(organization) ?? defaultServer)!.server,
    each: Effect.fnUntraced(function* <R>(build: OnServer<R>) {
      const context = yield* Effect.context<Own<R>>()
      const together = yield* Effect.acquireRelease(Scope.make("parallel"), Scope.close)
      const join = Effect.fnUntraced(function* (server: Server) {
        const own = yield* Scope.fork(server.scope)
        yield* Scope.addFinalizerExit(together, (exit) => Scope.close(own, exit))
        const built = Effect.annotateLogs(buildOn(build, server, context, own), { server: server.name })
        yield* server.away() === undefined ? built : Effect.forkIn(built, own)
      })
      yield* Effect.acquireRelease(
        Effect.sync(() => joining.add(join)),
        () => Effect.sync(() => joining.delete(join)),
      )
      yield* Effect.forEach(all(), join, { discard: true })
    }),
  }
})

/** The servers that organizations are spread over, as a map says. */
export class Servers extends Context.Service<
  Servers,
  {
    /** The default one first. */
    readonly all: () => ReadonlyArray<Server>
    /** Where the organization is. */
    readonly of: (organization: string) => Server
    /**
     * Builds it on each server until the scope closes: as soon as that answers, and on those too that come with another map. Of
     * several the ends go side by side.
     */
    readonly each: <R>(build: OnServer<R>) => Effect.Effect<void, never, Own<R> | Scope.Scope>
    /** Goes by another map from now on, once each server that is new was tried. */
    readonly use: (map: ServerMap) => Effect.Effect<void>
  }
>()("@hangtag/postgres/servers/Servers") {
  /** Opens all; fails where none answers, as the default one did. */
  static readonly layer = <E>(map: ServerMap, layerOf: LayerOf<E>, pace?: Pace): Layer.Layer<Servers, E> =>
    Layer.effect(Servers, make(map, layerOf, pace))

  /** The one server whose services are there. */
  static readonly one: Layer.Layer<Servers, never, DatabaseServices> = Layer.effect(
    Servers,
    Effect.gen(function* () {
      const services = yield* Effect.context<DatabaseServices>()
      const scope = yield* Scope.fork(yield* Effect.scope)
      const server: Server = {
        name: defaultServer,
        services: () => services,
        away: () => undefined,
        opened: Effect.succeed(services),
        scope,
      }
      return {
        all: () => [server],
        of: () => server,
        use: () => Effect.void,
        each: Effect.fnUntraced(function* <R>(build: OnServer<R>) {
          yield* buildOn(build, server, yield* Effect.context<Own<R>>(), yield* Effect.scope)
        }),
      }
    }),
  )
}

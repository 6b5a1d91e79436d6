import { describe, it } from "@effect/vitest"
import {
  CallingOrganization,
  CatalogRepository,
  CatalogWriter,
  JobRepository,
  Transaction,
} from "@hangtag/core"
import { aBrand, aNewJob } from "@hangtag/testkit"
import { Effect, Exit, Layer, Logger, Redacted, Schedule, Scope } from "effect"
import { expect } from "vitest"
import { PostgresPorts, serverLayer } from "../../src/index.ts"
import { routedPorts, type ServerMap, Servers } from "../../src/servers/index.ts"
import { createTestDatabase } from "../support/createTestDatabase.ts"
import { Forwarder } from "../support/Forwarder.ts"
import { testServer } from "../support/testServer.ts"

/** How long a server may take: where one is to be away, it is so soon; where all answer, the machine may have other work. */
const soon = { connectTimeout: "1 second", patience: "500 millis" } as const
const late = { connectTimeout: "1 minute", patience: "1 minute" } as const

/** Three databases, the second behind a forwarder, and what their services are. */
const databases = Effect.gen(function* () {
  const [first, second, third] = yield* Effect.all([
    createTestDatabase("migrated"),
    createTestDatabase("migrated"),
    createTestDatabase("migrated"),
  ])
  const url = new URL(second)
  const forwarder = yield* Effect.acquireRelease(
    Effect.promise(() => Forwarder.to(Number(url.port))),
    (each) => Effect.sync(() => each.dispose()),
  )
  url.port = String(forwarder.port)
  const layer = (
    map: ServerMap,
    usual = first,
    { connectTimeout, patience }: typeof soon | typeof late = soon,
  ) =>
    Layer.provideMerge(
      routedPorts,
      Servers.layer(
        map,
        (_, url = usual) =>
          PostgresPorts.layer({ contact: 0 }).pipe(
            Layer.provideMerge(
              serverLayer({
                url: Redacted.make(url),
                connectTimeout,
                statementTimeout: "30 seconds",
              }),
            ),
          ),
        { interval: "100 millis", patience },
      ),
    )
  return { first, second: url.href, third, forwarder, layer }
})

const onSecond = (servers: Record<string, string>, ...organizations: ReadonlyArray<string>): ServerMap => ({
  servers: new Map(Object.entries(servers)),
  organizations: new Map(organizations.map((each) => [each, "second"])),
})

const ask = (organization: string) =>
  Effect.flatMap(CatalogRepository, ({ attributeUses }) => attributeUses(organization))
const write = (organization: string) =>
  Effect.flatMap(CatalogWriter, ({ saveBrands }) => saveBrands(organization, [aBrand()]))
const has = (organization: string) =>
  Effect.map(
    Effect.flatMap(CatalogRepository, ({ findColorway }) =>
      findColorway(organization, { brand_key: "B1", product_key: "", color: "" }),
    ),
    ({ brand }) => brand !== null,
  )
/** Until it is so. */
const until = <E, R>(isSo: Effect.Effect<boolean, E, R>) =>
  Effect.repeat(isSo, { schedule: Schedule.spaced("20 millis"), until: (so) => so })
const isAway = Effect.map(Servers, (servers) => servers.of("globex").away() !== undefined)

describe.skipIf(testServer.unavailable !== undefined)("several servers", () => {
  it.live(
    "one that goes silent fails its own organizations at once, and no other's, until it answers again",
    () =>
      Effect.gen(function* () {
        const { second, forwarder, layer } = yield* databases
        const lines: Array<string> = []
        const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
        yield* Effect.gen(function* () {
          yield* Effect.all([write("acme"), write("globex")])
          forwarder.silence()
          yield* until(isAway)
          const begun = performance.now()
          expect(yield* Effect.flip(ask("globex"))).toMatchObject({ _tag: "Unavailable", retryable: true })
          expect(yield* Effect.flip(write("globex"))).toMatchObject({ _tag: "Unavailable", retryable: true })
          expect(yield* has("acme")).toBe(true)
          expect(performance.now() - begun).toBeLessThan(1000)
          forwarder.speak()
          yield* until(Effect.map(isAway, (away) => !away))
          expect(yield* has("globex")).toBe(true)
          expect(lines.map((line) => line.slice(0, 24))).toEqual([
            "Server second is away, a",
            "Server second answers ag",
          ])
        }).pipe(Effect.provide(Layer.provideMerge(layer(onSecond({ second }, "globex")), log)))
      }).pipe(Effect.scoped),
  )

  it.live("a start goes on without one that is away, which is used once it answers", () =>
    Effect.gen(function* () {
      const { second, forwarder, layer } = yield* databases
      forwarder.silence()
      yield* Effect.gen(function* () {
        const { each } = yield* Servers
        const built: Array<string> = []
        yield* each(({ name }) => Layer.effectDiscard(Effect.sync(() => built.push(name))))
        expect(built).toEqual(["default"])
        yield* write("acme")
        expect(yield* Effect.flip(ask("globex"))).toMatchObject({ retryable: true })
        forwarder.speak()
        yield* until(Effect.map(isAway, (away) => !away))
        yield* write("globex")
        yield* until(Effect.sync(() => built.length === 2))
      }).pipe(Effect.provide(layer(onSecond({ second }, "globex"))))
    }).pipe(Effect.scoped),
  )

  it.live("fails at the start where none answers", () =>
    Effect.gen(function* () {
      const { second, forwarder, layer } = yield* databases
      forwarder.silence()
      const failure = yield* Effect.flip(
        Effect.scoped(Layer.build(layer(onSecond({ other: second }), second))),
      )
      expect(failure).toMatchObject({ _tag: "DatabaseConnectionFailed" })
    }).pipe(Effect.scoped),
  )

  it.live("another map is gone by from then on: servers come and go with what was built on them", () =>
    Effect.gen(function* () {
      const { second, third, layer } = yield* databases
      yield* Effect.gen(function* () {
        const servers = yield* Servers
        const built: Array<string> = []
        const scope = yield* Scope.make()
        yield* Scope.provide(
          servers.each(({ name }) =>
            Layer.effectDiscard(
              Effect.acquireRelease(
                Effect.sync(() => built.push(`${name} begins`)),
                () => Effect.sync(() => built.push(`${name} ends`)),
              ),
            ),
          ),
          scope,
        )
        yield* Effect.all([write("acme"), write("globex")])
        yield* servers.use({
          servers: new Map([["third", third]]),
          organizations: new Map([["acme", "third"]]),
        })
        yield* until(Effect.sync(() => built.length === 4))
        expect(built).toEqual(["default begins", "second begins", "third begins", "second ends"])
        // where they are now there is nothing of them
        expect(yield* Effect.all([has("acme"), has("globex")])).toEqual([false, false])
        yield* servers.use(onSecond({ second }, "globex"))
        expect(yield* Effect.all([has("acme"), has("globex")])).toEqual([true, true])
        yield* Scope.close(scope, Exit.void)
        expect(built.filter((each) => each === "default ends")).toHaveLength(1)
      }).pipe(Effect.provide(layer(onSecond({ second }, "globex"), undefined, late)))
    }).pipe(Effect.scoped),
  )

  it.live(
    "a transaction is of one server: it stays there when the map changes, and refuses another server's",
    () =>
      Effect.gen(function* () {
        const { second, layer } = yield* databases
        yield* Effect.gen(function* () {
          const servers = yield* Servers
          const { atomically } = yield* Transaction
          const { create, find } = yield* JobRepository
          const moved = Effect.gen(function* () {
            yield* write("globex")
            yield* servers.use(onSecond({ second }))
            yield* create("globex", aNewJob())
            return yield* Effect.fail("undone")
          })
          const as = Effect.provideService(CallingOrganization, "globex")
          expect(yield* Effect.flip(as(atomically(moved)))).toBe("undone")
          yield* servers.use(onSecond({ second }, "globex"))
          expect(yield* has("globex")).toBe(false)
          const foreign = yield* Effect.exit(
            as(atomically(Effect.andThen(write("globex"), find("acme", "")))),
          )
          expect(String(foreign)).toContain("is of server second, and acme is on another one")
          expect(yield* has("globex")).toBe(false)
        }).pipe(Effect.provide(layer(onSecond({ second }, "globex"), undefined, late)))
      }).pipe(Effect.scoped),
  )
})

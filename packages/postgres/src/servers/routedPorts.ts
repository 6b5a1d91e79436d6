import {
  CallingOrganization,
  IdempotencyStore,
  JobArchive,
  JobEvents,
  JobQueue,
  Transaction,
  type Unavailable,
} from "@hangtag/core"
import { Context, Effect, Layer, Result } from "effect"
import { byOrganization, holding, type Services } from "./byOrganization.ts"
import { portsByOrganization, type RoutedPorts } from "./DatabaseServices.ts"
import type { Server } from "./Server.ts"
import { Servers } from "./Servers.ts"

/** As many as are wanted, of one server after the other; what the first ones gave is not lost where one fails then. */
const filled = Effect.fnUntraced(function* <A>(
  servers: ReadonlyArray<Server>,
  limit: number,
  some: (services: Services, most: number) => Effect.Effect<ReadonlyArray<A>, Unavailable>,
) {
  const found: Array<A> = []
  for (const server of servers) {
    if (found.length >= limit) break
    const more = yield* Effect.result(some(server.services(), limit - found.length))
    if (Result.isFailure(more) && found.length === 0) return yield* Effect.fail(more.failure)
    if (Result.isSuccess(more)) found.push(...more.success)
  }
  return found
})

/** The same of what is only counted. */
const counted = (
  servers: ReadonlyArray<Server>,
  limit: number,
  some: (services: Services, most: number) => Effect.Effect<number, Unavailable>,
) =>
  Effect.map(
    filled(servers, limit, (services, most) =>
      Effect.map(some(services, most), (count) => Array.from({ length: count })),
    ),
    (all) => all.length,
  )

/** What asks for all organizations is asked of each server that answers; the rest by organization. */
const make = Effect.gen(function* () {
  const servers = yield* Servers
  const answering = () => servers.all().filter((server) => server.away() === undefined)
  let turn = 0
  /** The one that was first before comes last now. */
  const inTurn = () => {
    const all = answering()
    const first = all.length === 0 ? 0 : turn++ % all.length
    return [...all.slice(first), ...all.slice(0, first)]
  }
  const archive = (services: Services) => Context.get(services, JobArchive)
  const queue = (services: Services) => Context.get(services, JobQueue)
  const routed = portsByOrganization.map((port) =>
    Context.make(port as typeof JobArchive, byOrganization(servers, port as typeof JobArchive)),
  )
  const own = Context.mergeAll(...routed) as unknown as Context.Context<RoutedPorts>
  return own.pipe(
    Context.add(Transaction, {
      atomically: (effect) =>
        Effect.flatMap(CallingOrganization, (organization) =>
          holding(servers, organization, (services) => Context.get(services, Transaction).atomically(effect)),
        ),
    }),
    Context.add(IdempotencyStore, {
      once: (organization, request, work) =>
        holding(servers, organization, (services) =>
          Context.get(services, IdempotencyStore).once(organization, request, work),
        ),
      forget: (at, limit) =>
        counted(answering(), limit, (services, most) =>
          Context.get(services, IdempotencyStore).forget(at, most),
        ),
    }),
    Context.add(JobArchive, {
      ...Context.get(own, JobArchive),
      completedBefore: (before, limit) =>
        filled(answering(), limit, (services, most) => archive(services).completedBefore(before, most)),
      // all of them: a file of a job that no one names is deleted. of one that was moved the organization's server speaks last
      holdings: (jobIds) =>
        Effect.map(
          Effect.forEach(servers.all(), (server) =>
            Effect.map(archive(server.services()).holdings(jobIds), (found) =>
              found.map((holding) => ({ holding, isOwn: servers.of(holding.organization) === server })),
            ),
          ),
          (found) =>
            found
              .flat()
              .sort((one, other) => Number(one.isOwn) - Number(other.isOwn))
              .map(({ holding }) => holding),
        ),
      forgetRequests: (before, limit) =>
        counted(answering(), limit, (services, most) => archive(services).forgetRequests(before, most)),
      forget: (before, limit) =>
        counted(answering(), limit, (services, most) => archive(services).forget(before, most)),
    }),
    Context.add(JobQueue, {
      ...Context.get(own, JobQueue),
      claim: (lane, limit, at) =>
        filled(inTurn(), limit, (services, most) => queue(services).claim(lane, most, at)),
      ready: (lane, limit) =>
        filled(answering(), limit, (services, most) => queue(services).ready(lane, most)),
      notified: (lane) =>
        Effect.suspend(() =>
          Effect.raceAllFirst(servers.all().map((server) => queue(server.services()).notified(lane))),
        ),
    }),
    Context.add(JobEvents, {
      next: (jobId) =>
        Effect.suspend(() =>
          Effect.raceAllFirst(
            servers.all().map((server) => Context.get(server.services(), JobEvents).next(jobId)),
          ),
        ),
    }),
  )
})

/** Every port of the core that databases keep, each call on the server of its organization. */
export const routedPorts: Layer.Layer<RoutedPorts, never, Servers> = Layer.effectContext(make)

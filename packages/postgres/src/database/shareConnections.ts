import { CallingOrganization } from "@hangtag/core"
import { type Duration, Effect, Option } from "effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { fairGate } from "./fairGate.ts"

/** Of so many connections, those that one organization may have in use at once. */
export const shareOf = (connections: number): number => Math.ceil(connections / 2)

export interface ShareOptions {
  readonly connections: number
  readonly share: number
  /** How long a transaction waits for its turn; it fails then, as one to try again. */
  readonly limit: Duration.Input
}

/** Has the transactions of each organization (`CallingOrganization`) use no more than its share of the connections. */
export const shareConnections = <Client extends SqlClient>(
  client: Client,
  { connections, share, limit }: ShareOptions,
): Client => {
  const { withTransaction } = client
  const gate = fairGate({ places: connections, share, limit })
  return Object.assign(client, {
    withTransaction: <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError, R> =>
      Effect.flatMap(Effect.serviceOption(client.transactionService), (surrounding) =>
        Option.isSome(surrounding)
          ? withTransaction(effect)
          : Effect.flatMap(CallingOrganization, (organization) =>
              gate(organization, withTransaction(effect)),
            ),
      ),
  })
}

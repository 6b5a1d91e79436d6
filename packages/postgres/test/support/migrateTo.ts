import { Effect } from "effect"
import { migrate } from "../../src/schema/migrate.ts"
import { partitionWithin } from "../../src/schema/partitionWithin.ts"

/** Makes Hangtag's tables, of N hash partitions by organization; 0: of none. */
export const migrateTo = (partitions: number) =>
  partitions === 0
    ? Effect.asVoid(migrate)
    : Effect.andThen(migrate, partitionWithin(partitions, "10 seconds"))

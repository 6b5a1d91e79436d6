import type { CatalogSeed } from "../seed/CatalogSeed.ts"

/** A catalog in a situation worth testing, with the moments at which to look at it. */
export interface Scenario<Moment extends string> extends CatalogSeed {
  readonly about: string
  /** ISO 8601 with offset. */
  readonly moments: Readonly<Record<Moment, string>>
}

export const scenario = <const Moment extends string>(scenario: Scenario<Moment>): Scenario<Moment> =>
  scenario

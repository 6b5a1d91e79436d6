import type {
  Batch,
  Brand,
  CrawlDiscovery,
  ExportRequest,
  JobRecord,
  PricePolicy,
  PriceRecord,
  ProductVersion,
  Variant,
} from "@hangtag/core"

/** Since when a shop no longer shows it, and who said so; absent while it does. */
interface Retirable {
  readonly retired?: { readonly at: number; readonly by: string }
}

/** A product of one brand; its variants are those of `OrganizationState.variants` that name it. */
export interface StoredProduct extends Retirable {
  readonly brand_key: string
  readonly versions: ReadonlyMap<number, ProductVersion>
}

/** A variant with the greatest version that lists it, whose fields it keeps. */
export interface StoredVariant extends Retirable {
  readonly variant: Variant
  readonly version: number
}

/** A batch, the prices filled into it, under `pairKey`, and the keys of its own records that fills replaced. */
export interface StoredBatch extends Batch {
  readonly filled: ReadonlyMap<string, PriceRecord>
  readonly replaced: ReadonlySet<string>
}

/** A job with the token of the run that has it; null while none does. */
export interface StoredJob extends JobRecord {
  /** Null once it is forgotten. */
  readonly request: ExportRequest | null
  readonly token: string | null
  /** As `nextTurn` gave it. */
  readonly turn: number
  /** Milliseconds of the clock: of its run's last heartbeat, and before when it may not begin. */
  readonly heartbeat_at: number
  readonly not_before: number
}

/** An answer and the request that it belongs to. */
export interface StoredAnswer {
  readonly fingerprint: string
  readonly answer: string
  readonly expires_at: number
}

/** All of one organization. */
export interface OrganizationState {
  readonly brands: ReadonlyMap<string, Brand>
  readonly products: ReadonlyMap<string, StoredProduct>
  readonly variants: ReadonlyMap<string, StoredVariant>
  /** By variant key, in sequence. */
  readonly prices: ReadonlyMap<string, ReadonlyArray<PriceRecord>>
  /** By brand key, of the brands that were given one. */
  readonly policies: ReadonlyMap<string, PricePolicy>
  readonly labels: ReadonlyMap<string, string | null>
  readonly batches: ReadonlyMap<string, StoredBatch>
  /** Under `pairKey` of job and discovery. */
  readonly discoveries: ReadonlyMap<string, CrawlDiscovery>
  readonly jobs: ReadonlyMap<string, StoredJob>
  /** Of repeatable requests, by key. */
  readonly answers: ReadonlyMap<string, StoredAnswer>
}

/** Everything in memory at one moment; a change is another value, so that any moment can be kept or gone back to. */
export interface MemoryState {
  readonly organizations: ReadonlyMap<string, OrganizationState>
  /** Of the price written last. */
  readonly sequence: number
}

export const emptyState: MemoryState = {
  organizations: new Map(),
  sequence: 0,
}

const emptyOrganization: OrganizationState = {
  brands: new Map(),
  products: new Map(),
  variants: new Map(),
  prices: new Map(),
  policies: new Map(),
  labels: new Map(),
  batches: new Map(),
  discoveries: new Map(),
  jobs: new Map(),
  answers: new Map(),
}

/** One text for two; no separator could do, since any may stand in a key. */
export const pairKey = (a: string, b: string): string => JSON.stringify([a, b])

export const organizationOf = (state: MemoryState, organization: string): OrganizationState =>
  state.organizations.get(organization) ?? emptyOrganization

/** The state with some of an organization's maps replaced. */
export const withOrganization = (
  state: MemoryState,
  organization: string,
  change: Partial<OrganizationState>,
): MemoryState => ({
  ...state,
  organizations: new Map(state.organizations).set(organization, {
    ...organizationOf(state, organization),
    ...change,
  }),
})

/** A copy of the map with one entry replaced. */
export const withEntry = <K, A>(map: ReadonlyMap<K, A>, key: K, value: A): ReadonlyMap<K, A> =>
  new Map(map).set(key, value)

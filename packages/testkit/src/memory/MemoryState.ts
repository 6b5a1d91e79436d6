import {
  type Act,
  type BatchKind,
  type Brand,
  type BrandedInstant,
  type CrawlDiscovery,
  type FormerPlace,
  type Instant,
  instantFromMicros,
  type JobRecord,
  type JobRequest,
  type JudgedColorway,
  type PairBasis,
  type PriceBatchStatus,
  type PricePolicy,
  type PriceRecord,
  type ProductVersion,
  type Publication,
  type StoredListPolicyChange,
  type StoredPolicyChange,
  type StoredPriceList,
  type Variant,
} from "@hangtag/core"

/** Since when a shop no longer shows it, and who said so; absent while it does. */
interface Retirable {
  readonly retired?: { readonly at: BrandedInstant; readonly by: string }
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
  readonly known_at: number
  /** Where it belonged before, the earliest first. */
  readonly former: ReadonlyArray<FormerPlace>
}

/** A batch, with what it holds besides the records written for it. */
export interface StoredBatch {
  readonly key: string
  readonly status: PriceBatchStatus
  readonly name: string | null
  readonly kind: BatchKind
  readonly brand_key: string | null
  readonly reverts: string | null
  readonly created: Act | null
  /** With the last place that a record had taken by then. */
  readonly published: (Act & { readonly sequence: number }) | null
  readonly discarded: Act | null
  readonly note: string | null
  readonly noted: Act | null
  /** The prices filled into it, under `pairName`. */
  readonly filled: ReadonlyMap<string, PriceRecord>
  /** The keys of its own records that fills replaced. */
  readonly replaced: ReadonlySet<string>
  /** The keys of records that publishing it withdraws, each with its variant. */
  readonly withdrawals: ReadonlyMap<string, string>
  /** What it was judged by, under `pairName`. */
  readonly bases: ReadonlyMap<string, PairBasis>
  /** What it was judged for, under product, color, price type and list. */
  readonly judged: ReadonlyMap<string, JudgedColorway>
  /** Of what it held, the keys of what was withdrawn before it ended; it keeps the rest. */
  readonly left: ReadonlySet<string>
  /** How many records it held when it ended; null while it is open. */
  readonly held: number | null
}

/** An open batch that holds nothing. */
export const emptyBatch = (key: string): StoredBatch => ({
  key,
  status: "open",
  name: null,
  kind: "republish",
  brand_key: null,
  reverts: null,
  created: null,
  published: null,
  discarded: null,
  note: null,
  noted: null,
  left: new Set(),
  filled: new Map(),
  replaced: new Set(),
  withdrawals: new Map(),
  bases: new Map(),
  judged: new Map(),
  held: null,
})

/** A job with the token of the run that has it; null while none does. */
export interface StoredJob extends Omit<JobRecord, "has_request"> {
  /** Null once it is forgotten. */
  readonly request: JobRequest | null
  readonly token: string | null
  readonly trace?: string | undefined
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
  /** By the key of a brand that a shop's products were moved from: the one that they came to. */
  readonly became: ReadonlyMap<string, string>
  /** By brand key: the types of prices that its products took along when they became another brand's. */
  readonly formerTypes: ReadonlyMap<string, ReadonlySet<string>>
  readonly products: ReadonlyMap<string, StoredProduct>
  readonly variants: ReadonlyMap<string, StoredVariant>
  /** By variant key, in sequence. */
  readonly prices: ReadonlyMap<string, ReadonlyArray<PriceRecord>>
  /** By brand key, of the brands that were given one. */
  readonly policies: ReadonlyMap<string, PricePolicy>
  /** By brand key, in their order. */
  readonly listPolicies: ReadonlyMap<string, ReadonlyArray<StoredListPolicyChange>>
  readonly policyChanges: ReadonlyMap<string, ReadonlyArray<StoredPolicyChange>>
  /** By key, of those that were saved. */
  readonly priceLists: ReadonlyMap<string, StoredPriceList>
  readonly labels: ReadonlyMap<string, string | null>
  /** In the order in which they were made. */
  readonly batches: ReadonlyMap<string, StoredBatch>
  readonly publications: ReadonlyArray<Publication>
  /** Under `pairKey` of job and discovery. */
  readonly discoveries: ReadonlyMap<string, CrawlDiscovery>
  /** By `urlKey`: whether it was selected last, of the URLs that were ever chosen. */
  readonly choices: ReadonlyMap<string, boolean>
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
  became: new Map(),
  formerTypes: new Map(),
  products: new Map(),
  variants: new Map(),
  prices: new Map(),
  policies: new Map(),
  listPolicies: new Map(),
  policyChanges: new Map(),
  priceLists: new Map(),
  labels: new Map(),
  batches: new Map(),
  publications: [],
  discoveries: new Map(),
  choices: new Map(),
  jobs: new Map(),
  answers: new Map(),
}

/** One text for two; no separator could do, since any may stand in a key. */
export const pairKey = (a: string, b: string): string => JSON.stringify([a, b])

/** When the organization published last; null: never. */
export const lastPublished = ({ batches }: OrganizationState): BrandedInstant | null =>
  [...batches.values()].reduce<BrandedInstant | null>(
    (last, { published }) =>
      published === null || (last !== null && last >= published.at) ? last : instantFromMicros(published.at),
    null,
  )

/** The moment of a write that has its turn: never before the last publication's. */
export const momentInTurn = (own: OrganizationState, at: Instant): BrandedInstant =>
  instantFromMicros(Math.max(at, lastPublished(own) ?? at))

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

import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Brand, VariantSearch } from "./catalog/Catalog.ts"
import { ListedProduct } from "./catalog/CatalogPages.ts"
import { BatchRecord } from "./changes/BatchRecords.ts"
import { RepublishFill } from "./changes/RepublishFill.ts"
import { CrawlDiscovery, CrawlJob, ListedDiscovery } from "./discoveries/CrawlDiscovery.ts"
import { AdapterFault, isMistake, isStatementFault } from "./kernel/AdapterFault.ts"
import { PriceRecord } from "./prices/PriceRecord.ts"

const Prices = Schema.Array(PriceRecord)
const found = <S extends Schema.Top>(item: S) =>
  Schema.Struct({ items: Schema.Array(item), total: Schema.Int, isEnd: Schema.Boolean })
const orNothing = <S extends Schema.Top>(schema: S) => Schema.NullishOr(schema)

/** Of a stream each of what it gives. */
const someAtATime = Schema.Array(Schema.Unknown)

/** What the methods must give that read the host's own tables; a mistake there would else show far away. */
const outputs: { readonly [adapter: string]: { readonly [method: string]: Schema.Top } } = {
  batchRepository: {
    fill: Schema.Struct(Struct.omit(RepublishFill.fields, ["batch_key"])),
    records: orNothing(Schema.Struct({ items: Schema.Array(BatchRecord), total: Schema.Int })),
  },
  catalogListing: { brands: found(Brand), products: found(ListedProduct) },
  catalogRepository: {
    findColorway: Schema.Struct({
      brand: Schema.NullOr(Brand),
      productFound: Schema.Boolean,
      variant_keys: Schema.Array(Schema.String),
    }),
    searchVariants: orNothing(VariantSearch),
    attributeDefinitions: Schema.Array(
      Schema.Struct({ attribute_key: Schema.String, label: Schema.NullOr(Schema.String) }),
    ),
  },
  crawlDiscoveryRepository: {
    select: orNothing(CrawlDiscovery),
    list: orNothing(found(ListedDiscovery)),
    jobs: found(CrawlJob),
  },
  batchChanges: { variants: someAtATime },
  exportRepository: { products: someAtATime },
  objectStorage: { downloadLink: Schema.String },
  priceChangeRepository: { colorways: someAtATime },
  priceRepository: { pricesAround: Schema.Struct({ inForce: Prices, future: Prices }) },
}

/** The limit of a question, where one of its arguments has one. */
const limitOf = (args: ReadonlyArray<unknown>): number =>
  args.reduce<number>((limit, arg) => {
    const own = typeof arg === "object" && arg !== null && "limit" in arg ? arg.limit : undefined
    return typeof own === "number" ? own : limit
  }, Number.POSITIVE_INFINITY)

/** How many entries are given, of a list or one with its totals. */
const countOf = (given: unknown): number => {
  const entries = typeof given === "object" && given !== null && "items" in given ? given.items : given
  return Array.isArray(entries) ? entries.length : 0
}

/** Says of the first fault where it is and what was expected. */
const faultOf = (schema: Schema.Top) => {
  const decode = Schema.decodeUnknownResult(Schema.toType(schema) as unknown as Schema.Codec<unknown>)
  return (given: unknown): string | undefined => {
    const decoded = decode(given)
    return decoded._tag === "Failure" ? decoded.failure.message : undefined
  }
}

const checks = new Map<string, ReturnType<typeof faultOf>>()
const checkOf = (adapter: string, method: string) => {
  const name = `${adapter}.${method}`
  const schema = outputs[adapter]?.[method]
  const known = checks.get(name) ?? (schema && faultOf(schema))
  if (known !== undefined) checks.set(name, known)
  return Option.fromUndefinedOr(known)
}

/** The iterable, each of what it gives checked; where it throws, what `faultOf` makes of that is thrown. */
const mistakesOf = async function* (
  source: AsyncIterable<unknown>,
  checked: (given: unknown) => unknown,
  faultOf: (error: unknown) => unknown,
) {
  try {
    for await (const each of source) yield checked(each)
  } catch (error) {
    throw faultOf(error)
  }
}

/**
 * The host's adapter, whose mistakes are thrown as `AdapterFault` with its name: a method that is missing, one that throws
 * a TypeError or its like, or what a database says of a wrong statement, one that gives no async iterable where its port streams, and with
 * `checksOutput` one that gives something else than its port promises, or more than the limit that it was asked with.
 */
export const checkedAdapter = <Adapter extends object>(
  name: string,
  adapter: Adapter,
  checksOutput: boolean,
  streams: (method: string) => boolean,
): Adapter =>
  new Proxy(adapter, {
    get: (target, method) => {
      const value: unknown = Reflect.get(target, method, target)
      if (typeof method === "symbol") return value
      if (typeof value !== "function") {
        return () => {
          throw new AdapterFault(name, method, "is no function: the port needs it")
        }
      }
      const faultOf = (error: unknown) =>
        isMistake(error) || isStatementFault(error)
          ? new AdapterFault(name, method, `threw ${error}`, { cause: error })
          : error
      const wrong = (fault: string) => new AdapterFault(name, method, fault)
      const checked = (given: unknown, args: ReadonlyArray<unknown>) => {
        if (!checksOutput) return given
        const fault = Option.flatMapNullishOr(checkOf(name, method), (check) => check(given))
        if (Option.isSome(fault)) throw wrong(`gave what it must not: ${fault.value}`)
        const [count, limit] = [countOf(given), limitOf(args)]
        if (count > limit) throw wrong(`gave ${count} where at most ${limit} were asked for`)
        return given
      }
      return (...args: ReadonlyArray<unknown>) => {
        let given: unknown
        try {
          given = value.apply(target, args)
        } catch (error) {
          throw faultOf(error)
        }
        const isIterable = typeof given === "object" && given !== null && Symbol.asyncIterator in given
        if (isIterable)
          return mistakesOf(given as AsyncIterable<unknown>, (each) => checked(each, []), faultOf)
        const settled = Promise.resolve(given).then(
          (found) => checked(found, args),
          (error) => {
            throw faultOf(error)
          },
        )
        if (!streams(method)) return settled
        // no one awaits it: where it rejects it would end the process
        settled.catch(() => {})
        throw wrong("gave no async iterable: make it an async generator, async function*")
      }
    },
  })

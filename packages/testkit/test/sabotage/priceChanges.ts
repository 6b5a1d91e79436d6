import {
  CatalogWriter,
  type ChangePart,
  type ChangeReading,
  type ColorwayWrites,
  instantFromMicros,
  matchesWords,
  PriceChangeRepository,
  PriceHistory,
  PricePolicyRepository,
  type PublishFacts,
  Transaction,
} from "@hangtag/core"
import { priceChangeRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { instantOf } from "../../src/index.ts"
import { answers, asks, asksWith, blind, broken } from "./broken.ts"
import { notices } from "./notices.ts"

type Service = PriceChangeRepository["Service"]
type Publication = Effect.Success<ReturnType<Service["publish"]>>

const breaking = (change: (service: Service) => Partial<Service>) => broken(PriceChangeRepository, change)

/** Changes what is asked for. */
const asking = (edit: (reading: ChangeReading) => ChangeReading) =>
  asks(PriceChangeRepository, "colorways", (organization, reading) => [organization, edit(reading)])

/** Changes what is given of each colorway. */
const giving = (edit: (part: ChangePart) => ChangePart) =>
  answers(PriceChangeRepository, "colorways", (parts) => parts.map(edit))

/** Changes what is written. */
const writing = (edit: (writes: ColorwayWrites) => ColorwayWrites) =>
  asks(PriceChangeRepository, "write", (organization, key, writes, act) => [
    organization,
    key,
    edit(writes),
    act,
  ])

/** Changes what is known before a publication. */
const knowing = (edit: (facts: PublishFacts) => Partial<PublishFacts>) =>
  answers(PriceChangeRepository, "facts", edit)

/** Changes what a publish gives. */
const published = (edit: (publication: Publication) => Partial<Publication>) =>
  answers(PriceChangeRepository, "publish", edit)

const pairs = (part: ChangePart, edit: (pair: ChangePart["pairs"][number]) => object): ChangePart => ({
  ...part,
  pairs: part.pairs.map((pair) => ({ ...pair, ...edit(pair) })),
})

/** Keeps what it wrote, whatever becomes of the rest. */
const keepsWhatItWrote = broken(Transaction, () => ({ atomically: (effect) => effect }))

notices("priceChangeRepositorySuite", priceChangeRepositoryPromises, {
  "reads of the price lists that are asked for, and of a batch of those that it has a price of": [
    // reads of base whichever list is asked for
    asking(({ price_lists: _, ...reading }) => reading),
    // reads of a batch no other lists than its own
    asking(({ price_lists, ...reading }) => ({
      ...reading,
      ...(price_lists !== undefined && reading.scope.kind !== "batch" && { price_lists }),
    })),
    // reads of a batch what base has
    giving((part) => ({ ...part, pairs: part.pairs.filter(({ price_list }) => price_list === "base") })),
    // judges a pair in whichever list
    writing((writes) => ({
      ...writes,
      bases: writes.bases.map((basis) => ({ ...basis, price_list: "base" })),
    })),
  ],
  "keeps price lists apart: what is judged, what has moved, what is published and what sales return to": [
    // writes drafts into base
    writing((writes) => ({
      ...writes,
      drafts: writes.drafts.map((draft) => ({ ...draft, price_list: "base" })),
    })),
    // says of every list what has moved in one
    knowing(({ moved }) => ({
      moved: moved.flatMap((pair) => [pair, { ...pair, price_list: "EU" }]),
    })),
  ],
  // counts what the batch was to withdraw
  "counts of a published batch what its publication has withdrawn, also of two of one moment": [
    answers(PriceChangeRepository, "find", ({ counts }) => ({ counts: { ...counts, withdrawals: 2 } })),
    giving((part) =>
      pairs(part, ({ records }) => ({
        withdrawing: new Set(records.map(({ record_key }) => record_key)),
      })),
    ),
  ],
  "gives pairs without a record that the batch was judged by, in the lists that are read": [
    giving((part) => ({ ...part, pairs: part.pairs.filter(({ records }) => records.length > 0) })),
    asking(({ price_lists: _, ...reading }) => reading),
  ],
  "gives of what a batch has changed which batch withdrew it, of two of one moment too, and in the place of which it was set":
    [
      giving((part) =>
        pairs(part, ({ records }) => ({ records: records.map(({ sets_again: _, ...record }) => record) })),
      ),
      writing(({ drafts, ...writes }) => ({
        ...writes,
        drafts: drafts.map(({ sets_again: _, ...draft }) => draft),
      })),
      // takes the batch that is read for the one that withdrew all of that moment
      giving((part) =>
        pairs(part, ({ records }) => {
          const by = records.find(({ withdrawn_in }) => withdrawn_in !== undefined)?.withdrawn_in
          return {
            records: records.map((record) =>
              record.withdrawn !== undefined && by !== undefined ? { ...record, withdrawn_in: by } : record,
            ),
          }
        }),
      ),
    ],
  "gives the published batches that take others back": [
    answers(PriceChangeRepository, "takeBacks", (all) => all.slice(1)),
    answers(PriceChangeRepository, "takeBacks", (all) => all.map((each) => ({ ...each, reverts: each.key }))),
    blind(PriceChangeRepository),
  ],
  // writes no draft that it has written
  "writes the same drafts into several batches": breaking(({ write }) => {
    const known = new Set<object>()
    return {
      write: (organization, key, writes, act) => {
        const drafts = writes.drafts.filter((draft) => !known.has(draft))
        for (const draft of drafts) known.add(draft)
        return write(organization, key, { ...writes, drafts }, act)
      },
    }
  }),
  // knows of no price of a list above
  "tells whether an amount of the batch was made of the price of a list above": knowing(() => ({
    is_of_above: false,
  })),
  // dates what an import withdraws when the import began
  "dates what an import writes or withdraws at no moment before the last publication": answers(
    PriceHistory,
    "records",
    ({ records }) => ({
      records: records.map(({ withdrawn, ...record }) =>
        withdrawn === undefined
          ? record
          : { ...record, withdrawn: { ...withdrawn, at: instantFromMicros(withdrawn.at - 1) } },
      ),
    }),
  ),
  // dates drafts when they are published
  "notes when a draft was written, and keeps that when it is published": answers(
    PriceHistory,
    "records",
    ({ records }) => ({
      records: records.map((record) =>
        record.status === "active" ? { ...record, made_at: record.effective_at } : record,
      ),
    }),
  ),
  "adds up what a batch changes when, by instant and price type, each once whatever the page": [
    // adds up the first page of a batch alone
    asksWith(PriceChangeRepository, "moments", 2, () => ({ after: null })),
    // adds up no withdrawals
    answers(PriceChangeRepository, "moments", ({ items }) => ({
      items: items.filter(({ records }) => records > 0),
    })),
    // adds up nothing that was published and withdrawn since
    breaking(({ moments, publications }) => ({
      moments: (organization, key, query) =>
        Effect.gen(function* () {
          const page = yield* moments(organization, key, query)
          const isLater = (yield* publications(organization, 1, 1)).length > 0
          return isLater
            ? { ...page, items: page.items.filter(({ least_amount }) => least_amount !== "9") }
            : page
        }),
    })),
  ],
  // gives of drafts of one instant that of the first product
  "gives, of drafts of several products that begin at one instant, the one that came first": knowing(
    ({ brands, ...facts }) => ({
      ...facts,
      brands: brands.map((brand) => ({ ...brand, first: { ...brand.first, effective_from: "2026-07-01" } })),
    }),
  ),
  "names the price lists of what a batch holds and withdraws, each once": [
    // names none of what it withdraws
    breaking(({ priceLists, find }) => ({
      priceLists: (...args) =>
        Effect.flatMap(find(...args), (batch) =>
          Option.exists(batch, ({ counts }) => counts.records === 0)
            ? Effect.succeed([])
            : priceLists(...args),
        ),
    })),
    // names them in any order
    breaking(({ priceLists }) => ({
      priceLists: (...args) => Effect.map(priceLists(...args), (keys) => keys.toReversed()),
    })),
  ],
  // does not say who made a batch
  "makes an open batch and finds it as it was made": answers(PriceChangeRepository, "create", () => ({
    created_by: null,
  })),
  // gives all batches of a day one key
  "gives batches without a key a readable one of their own": asksWith(
    PriceChangeRepository,
    "create",
    1,
    ({ key }) => ({ key: key ?? "PC-20260601-0000" }),
  ),
  // takes any brand
  "makes no batch of a key that is taken, nor of an unknown brand": asksWith(
    PriceChangeRepository,
    "create",
    1,
    () => ({ brand_key: null }),
  ),
  // makes as many batches as anybody likes
  "makes no more batches than may be open, however many come at once": asksWith(
    PriceChangeRepository,
    "create",
    3,
    () => Number.POSITIVE_INFINITY,
  ),
  // lists the oldest first
  "lists batches, the one made last first, each once whatever the page": answers(
    PriceChangeRepository,
    "list",
    ({ items }) => ({ items: items.toReversed() }),
  ),
  "goes on after a place in the organization's own count, whether or not a batch has it": [
    // finds nothing after what is not there
    breaking(({ list }) => ({
      list: (organization, query) =>
        Effect.map(list(organization, query), (page) =>
          (query.after?.number ?? 0) > page.total ? { ...page, items: [], next: null } : page,
        ),
    })),
    // counts what every organization makes
    answers(PriceChangeRepository, "list", ({ next }) => ({
      next: next && { number: 2 * next.number },
    })),
  ],
  // takes a search for a pattern
  "lists those that are asked for": asksWith(PriceChangeRepository, "list", 1, ({ search }) => ({
    search: search?.replaceAll("%", "") ?? null,
  })),
  // searches names alone
  "finds batches by the SKUs of which they hold or withdraw a price, and by what they take back": answers(
    PriceChangeRepository,
    "list",
    ({ items }, [, { search }]) => ({
      items: items.filter(({ key }) => search === null || matchesWords(search, [key])),
    }),
  ),
  // reads a batch that is filled again from the request's moment on
  "reads a batch that is filled again from where its first line begins": giving((part) =>
    pairs(part, ({ records }) => ({
      records: records.filter(({ effective_at }) => effective_at >= instantOf("2026-05-20")),
    })),
  ),
  // leaves the drafts of a discarded batch
  "discards an open batch, and withdraws its drafts": breaking(() => ({ discard: () => Effect.void })),
  // keeps the first note
  "keeps the note that was written last, of a batch of any status and of no other organization's": breaking(
    ({ find, note }) => ({
      note: (organization, key, text, act) =>
        Effect.flatMap(find(organization, key), (found) =>
          Option.isSome(found) && found.value.note !== null
            ? Effect.void
            : note(organization, key, text, act),
        ),
    }),
  ),
  // counts what comes and nothing that goes
  "counts what batches hold and withdraw, also where another one's publishing withdraws it": breaking(
    ({ find }) => {
      const most = new Map<string, number>()
      return {
        find: (organization, key) =>
          Effect.map(
            find(organization, key),
            Option.map((batch) => {
              const records = Math.max(batch.counts.records, most.get(key) ?? 0)
              most.set(key, records)
              return { ...batch, counts: { ...batch.counts, records } }
            }),
          ),
      }
    },
  ),
  // counts of a published batch what is left of it
  "keeps the counts of a batch that is published or discarded, whatever of it is withdrawn later": answers(
    PriceChangeRepository,
    "list",
    ({ items }) => ({
      items: items.map((batch, index) => {
        const newer = items.slice(0, index)
        const withdrawn = newer.reduce((sum, { counts }) => sum + counts.withdrawals, 0)
        return { ...batch, counts: { ...batch.counts, records: batch.counts.records - withdrawn } }
      }),
    }),
  ),
  // leaves everything where another time zone has it
  "moves the end of a temporary price to another time zone with what begins there, where that is asked for":
    broken(CatalogWriter, ({ saveBrands }) => ({
      saveBrands: (organization, entries) => saveBrands(organization, entries),
    })),
  // forgets whose batches they are
  "sees and changes nothing of another organization": blind(
    PriceChangeRepository,
    CatalogWriter,
    PriceHistory,
    PricePolicyRepository,
  ),
  "gives each colorway asked for, in order, with its brand, variants and records": [
    // takes colors whatever their case
    asking((reading) => ({
      ...reading,
      scope:
        reading.scope.kind === "colorways"
          ? {
              ...reading.scope,
              colorways: reading.scope.colorways.map((each) => ({
                ...each,
                color: each.color.charAt(0).toUpperCase() + each.color.slice(1),
              })),
            }
          : reading.scope,
    })),
    // gives brands that have no policy, of no time zone
    answers(PriceChangeRepository, "brand", () => ({ time_zone: "UTC" })),
  ],
  // gives only what is to come
  "gives what is in force at the moment asked for, and all that comes later": giving((part) =>
    pairs(part, ({ records }) => ({
      records: records.filter(({ effective_at }) => effective_at > 1.78e15),
    })),
  ),
  // takes an empty list for any
  "gives the colorways of a selection, by product key and color": asking((reading) => ({
    ...reading,
    scope:
      reading.scope.kind === "selection" && reading.scope.selection.product_keys?.length === 0
        ? { ...reading.scope, selection: { ...reading.scope.selection, product_keys: null } }
        : reading.scope,
  })),
  // forgets what a batch was judged by
  "writes drafts, withdrawals and bases into a new price change": writing((writes) => ({
    ...writes,
    bases: [],
  })),
  // keeps what is replaced
  "fills a batch again: what is replaced is withdrawn, and bases take the place of others": writing(
    (writes) => ({ ...writes, replaced: [] }),
  ),
  // withdraws what it was asked to leave
  "withdraws nothing that was released": writing((writes) => ({ ...writes, released: [] })),
  "gives parts of a batch, and forgets what it was judged by of pairs that are dropped": [
    // keeps what a batch was judged by
    writing(({ dropped: _, ...writes }) => writes),
    // gives all of a batch where a part is asked for
    asking((reading) => ({
      ...reading,
      scope:
        reading.scope.kind === "batch"
          ? { kind: "batch", batch_key: reading.scope.batch_key }
          : reading.scope,
    })),
  ],
  // finds no draft
  "withdraws a draft that is in no batch, and leaves every other record": breaking(() => ({
    withdrawDraft: () => Effect.succeedNone,
  })),
  // knows every name
  "names what of a selection a brand has nothing of": breaking(() => ({
    unknownNames: () => Effect.succeed({ product_keys: [], label_keys: [], source: [], colors: [] }),
  })),
  "changes nothing where its transaction fails": keepsWhatItWrote,
  "changes nothing, and uses up no number, where its transaction fails": keepsWhatItWrote,
  // takes no turns
  "lets changes take turns: each reads what the one before wrote": broken(
    Transaction,
    () => ({ atomically: (effect) => effect }),
    breaking(({ write }) => ({ write: (...args) => Effect.andThen(Effect.yieldNow, write(...args)) })),
  ),
  // forgets that a batch takes another back
  "makes a batch that takes another back": breaking(({ create }) => ({
    create: (organization, { reverts: _, ...batch }, ...rest) => create(organization, batch, ...rest),
  })),
  // leaves returns as they were
  "writes what a temporary price returns to anew, where publishing changes that": writing((writes) => ({
    ...writes,
    drafts: writes.drafts.map(({ ends: _, returns_from: __, ...draft }) => draft),
  })),
  // knows of the first publication alone
  "gives the moment of the last publication": breaking(({ lastPublished, publications }) => ({
    lastPublished: (organization) =>
      Effect.flatMap(publications(organization, 0, 1), ([first]) =>
        first === undefined
          ? lastPublished(organization)
          : Effect.succeed(instantFromMicros(Date.parse(first.published_at) * 1000)),
      ),
  })),
  "empties a batch, and ends prices that have begun for one that takes them back": [
    // publishes what takes a batch back as it was shown
    breaking(() => ({ empty: () => Effect.void })),
    // ends nothing that has begun
    writing(({ ended: _, ...writes }) => writes),
  ],
  // does not tell what a batch withdrew
  "gives what a batch published, with all records of its variants": giving((part) =>
    pairs(part, () => ({ withdrawing: new Set() })),
  ),
  // counts the batch as one record
  "makes drafts active, each with the next sequence in the order of their records": published(() => ({
    records: 1,
  })),
  "is known to an import of the same, as the drafts that were and the prices that they became": answers(
    CatalogWriter,
    "savePrices",
    ({ inserted, unchanged }) => ({ inserted: inserted + unchanged, unchanged: 0 }),
  ),
  // counts what it did not withdraw
  "withdraws the future records that the batch withdraws, and none that has begun": published(
    ({ records }) => ({ records: records + 1 }),
  ),
  // hashes something else
  "tells the hash of what it published, in order": published(({ sha256 }) => ({
    sha256: sha256.toUpperCase(),
  })),
  // publishes as the last caller
  "gives the publication of a batch, and none of one that was published elsewhere": answers(
    PriceChangeRepository,
    "publicationOf",
    () => ({ published_by: "eve" }),
  ),
  // leaves a number out
  "numbers publications from 1 on without gaps, however many publish at once": answers(
    PriceChangeRepository,
    "publications",
    (feed) => feed.map((each) => (each.number > 3 ? { ...each, number: each.number + 1 } : each)),
  ),
  "tells what it is about to publish, and what has moved": [
    // says that nothing has moved
    knowing(() => ({ moved: [] })),
    // tells the first draft of another brand
    knowing(({ brands }) => ({
      brands: brands.map((brand) => ({ ...brand, first: brands[0]!.first })),
    })),
  ],
  // says nothing of variants that came
  "tells which variants have come into what the batch was judged for, and gone from it": knowing(
    ({ moved }) => ({
      moved: moved.filter(({ variant_key }) => variant_key !== "F"),
    }),
  ),
  // says that something has moved
  "moves nothing by the passing of time, nor by what else is published": knowing(() => ({
    moved: [{ variant_key: "A", price_type: "MAP", price_list: "base", was: null, is: null, what: "future" }],
  })),
  // gives of an open batch what a new one would hold
  "gives the colorways of an open batch, with all records of their variants": giving((part) =>
    pairs(part, ({ records }) => ({ records: records.slice(0, 1) })),
  ),
})

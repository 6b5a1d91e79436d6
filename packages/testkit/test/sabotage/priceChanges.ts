import {
  type Acting,
  CatalogWriter,
  type ChangePart,
  type ChangeTarget,
  type ChangeWork,
  type ChangingBrand,
  type ColorwayWrites,
  doPlanned,
  type HangtagError,
  type Instant,
  instantFromMicros,
  matchesWords,
  type Planned,
  PriceChangeRepository,
  PriceHistory,
  PricePolicyRepository,
  type PublishWork,
} from "@hangtag/core"
import { priceChangeRepositoryPromises } from "@hangtag/testkit/conformance"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { instantOf } from "../../src/index.ts"
import { blind, broken, refused } from "./broken.ts"
import { notices } from "./notices.ts"

type Service = PriceChangeRepository["Service"]
type Begin<E extends HangtagError> = (
  brand: ChangingBrand | null,
  batchKey: string | null,
  at: Instant,
) => Planned<ChangeWork<E>, E>

const breaking = (change: (service: Service) => Partial<Service>) => broken(PriceChangeRepository, change)

/** Changes what a change is asked to do, what it is shown, and what it then writes. */
const changing = (edit: {
  readonly target?: (target: ChangeTarget) => ChangeTarget
  readonly work?: <E extends HangtagError>(work: ChangeWork<E>) => ChangeWork<E>
  readonly part?: (part: ChangePart) => ChangePart
  readonly writes?: (writes: ColorwayWrites) => ColorwayWrites
}) =>
  breaking(({ change }) => ({
    change: <E extends HangtagError>(
      organization: string,
      target: ChangeTarget,
      act: Acting,
      begin: Begin<E>,
    ) =>
      change<E>(organization, edit.target?.(target) ?? target, act, (brand, key, at) =>
        Effect.map(doPlanned(begin(brand, key, at)), (begun) => {
          const work = edit.work?.(begun) ?? begun
          const part = (found: ChangePart) =>
            Effect.map(
              doPlanned(work.part(edit.part?.(found) ?? found)),
              (writes) => edit.writes?.(writes) ?? writes,
            )
          return { ...work, part }
        }),
      ),
  }))

/** Changes what a publish is shown. */
const publishing = (edit: <E extends HangtagError>(work: PublishWork<E>) => PublishWork<E>) =>
  breaking(({ publish }) => ({
    publish: (organization, key, act, work) => publish(organization, key, act, edit(work)),
  }))

/** Changes what a publish gives. */
const published = (edit: (publication: Effect.Success<ReturnType<Service["publish"]>>) => object) =>
  breaking(({ publish }) => ({
    publish: (...args: Parameters<Service["publish"]>) =>
      Effect.map(publish(...args), (publication) => ({ ...publication, ...edit(publication) })) as never,
  }))

const pairs = (part: ChangePart, edit: (pair: ChangePart["pairs"][number]) => object): ChangePart => ({
  ...part,
  pairs: part.pairs.map((pair) => ({ ...pair, ...edit(pair) })),
})

notices("priceChangeRepositorySuite", priceChangeRepositoryPromises, [
  [
    "dates what an import withdraws when the import began",
    "dates what an import writes or withdraws at no moment before the last publication",
    broken(PriceHistory, ({ records }) => ({
      records: (...args) =>
        Effect.map(
          records(...args),
          Option.map((found) => ({
            ...found,
            records: found.records.map((record) =>
              record.withdrawn === undefined
                ? record
                : {
                    ...record,
                    withdrawn: { ...record.withdrawn, at: instantFromMicros(record.withdrawn.at - 1) },
                  },
            ),
          })),
        ),
    })),
  ],
  [
    "dates drafts when they are published",
    "notes when a draft was written, and keeps that when it is published",
    broken(PriceHistory, ({ records }) => ({
      records: (...args) =>
        Effect.map(
          records(...args),
          Option.map((found) => ({
            ...found,
            records: found.records.map((record) =>
              record.status === "active" ? { ...record, made_at: record.effective_at } : record,
            ),
          })),
        ),
    })),
  ],
  [
    "adds up the first page of a batch alone",
    "adds up what a batch changes when, by instant and price type, each once whatever the page",
    breaking(({ moments }) => ({
      moments: (organization, key, { limit }) => moments(organization, key, { limit, after: null }),
    })),
  ],
  [
    "adds up no withdrawals",
    "adds up what a batch changes when, by instant and price type, each once whatever the page",
    breaking(({ moments }) => ({
      moments: (...args) =>
        Effect.map(moments(...args), (page) => ({
          ...page,
          items: page.items.filter(({ records }) => records > 0),
        })),
    })),
  ],
  [
    "does not say who made a batch",
    "makes an open batch and finds it as it was made",
    breaking(({ create }) => ({
      create: (...args) => Effect.map(create(...args), (batch) => ({ ...batch, created_by: null })),
    })),
  ],
  [
    "gives all batches of a day one key",
    "gives batches without a key a readable one of their own",
    breaking(({ create }) => ({
      create: (organization, batch, ...rest) =>
        create(organization, { ...batch, key: batch.key ?? "PC-20260601-0000" }, ...rest),
    })),
  ],
  [
    "takes any brand",
    "makes no batch of a key that is taken, nor of an unknown brand",
    breaking(({ create }) => ({
      create: (organization, batch, ...rest) => create(organization, { ...batch, brand_key: null }, ...rest),
    })),
  ],
  [
    "makes as many batches as anybody likes",
    "makes no more batches than may be open, however many come at once",
    breaking(({ create }) => ({
      create: (organization, batch, act) => create(organization, batch, act, Number.POSITIVE_INFINITY),
    })),
  ],
  [
    "makes a batch for each change, however many are open",
    "makes no batch for a change where as many are open as may be",
    changing({ target: ({ openLimit: _, ...target }) => target }),
  ],
  [
    "lists the oldest first",
    "lists batches, the one made last first, each once whatever the page",
    breaking(({ list }) => ({
      list: (...args) => Effect.map(list(...args), (page) => ({ ...page, items: page.items.toReversed() })),
    })),
  ],
  [
    "takes a search for a pattern",
    "lists those that are asked for",
    breaking(({ list }) => ({
      list: (organization, query) =>
        list(organization, { ...query, search: query.search?.replaceAll("%", "") ?? null }),
    })),
  ],
  [
    "searches names alone",
    "finds batches by the SKUs of which they hold or withdraw a price, and by what they take back",
    breaking(({ list }) => ({
      list: (organization, query) =>
        Effect.map(list(organization, query), (page) => ({
          ...page,
          items: page.items.filter(({ key }) => query.search === null || matchesWords(query.search, [key])),
        })),
    })),
  ],
  [
    "reads a batch that is filled again from the request's moment on",
    "reads a batch that is filled again from where its first line begins",
    changing({
      part: (part) =>
        pairs(part, ({ records }) => ({
          records: records.filter(({ effective_at }) => effective_at >= instantOf("2026-05-20")),
        })),
    }),
  ],
  [
    "leaves the drafts of a discarded batch",
    "discards an open batch, and withdraws its drafts",
    breaking(({ find }) => ({
      discard: (organization, key, act) =>
        Effect.flatMap(find(organization, key), (found) =>
          Option.match(found, {
            onNone: () => refused,
            onSome: (batch) =>
              Effect.succeed({ ...batch, status: "discarded" as const, discarded_by: act.by }),
          }),
        ),
    })),
  ],
  [
    "counts what comes and nothing that goes",
    "counts what batches hold and withdraw, also where another one's publishing withdraws it",
    breaking(({ find }) => {
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
    }),
  ],
  [
    "counts of a published batch what is left of it",
    "keeps the counts of a batch that is published or discarded, whatever of it is withdrawn later",
    breaking(({ list }) => ({
      list: (organization, query) =>
        Effect.map(list(organization, query), (page) => ({
          ...page,
          items: page.items.map((batch, index) => {
            const newer = page.items.slice(0, index)
            const withdrawn = newer.reduce((sum, { counts }) => sum + counts.withdrawals, 0)
            return { ...batch, counts: { ...batch.counts, records: batch.counts.records - withdrawn } }
          }),
        })),
    })),
  ],
  [
    "leaves everything where another time zone has it",
    "moves the end of a temporary price to another time zone with what begins there, where that is asked for",
    broken(CatalogWriter, ({ saveBrands }) => ({
      saveBrands: (organization, entries) => saveBrands(organization, entries),
    })),
  ],
  [
    "fills whatever batch comes",
    "changes no batch that is not open",
    changing({ target: (target) => ({ ...target, batch_key: null }) }),
  ],
  [
    "forgets whose batches they are",
    "sees and changes nothing of another organization",
    blind(PriceChangeRepository, CatalogWriter, PriceHistory, PricePolicyRepository),
  ],
  [
    "takes colors whatever their case",
    "gives each colorway asked for, in order, with its brand, variants and records",
    changing({
      work: (work) => ({
        ...work,
        scope:
          work.scope.kind === "colorways"
            ? {
                ...work.scope,
                colorways: work.scope.colorways.map((each) => ({
                  ...each,
                  color: each.color.charAt(0).toUpperCase() + each.color.slice(1),
                })),
              }
            : work.scope,
      }),
    }),
  ],
  [
    "gives only what is to come",
    "gives what is in force at the moment asked for, and all that comes later",
    changing({
      part: (part) =>
        pairs(part, ({ records }) => ({
          records: records.filter(({ effective_at }) => effective_at > 1.78e15),
        })),
    }),
  ],
  [
    "takes an empty list for any",
    "gives the colorways of a selection, by product key and color",
    changing({
      work: (work) => ({
        ...work,
        scope:
          work.scope.kind === "selection" && work.scope.selection.product_keys?.length === 0
            ? { ...work.scope, selection: { ...work.scope.selection, product_keys: null } }
            : work.scope,
      }),
    }),
  ],
  [
    "forgets what a batch was judged by",
    "writes drafts, withdrawals and bases into a new price change",
    changing({ writes: (writes) => ({ ...writes, bases: [] }) }),
  ],
  [
    "keeps what is replaced",
    "fills a batch again: what is replaced is withdrawn, and bases take the place of others",
    changing({ writes: (writes) => ({ ...writes, replaced: [] }) }),
  ],
  [
    "withdraws what it was told to leave",
    "withdraws nothing that was released",
    changing({ writes: (writes) => ({ ...writes, released: [] }) }),
  ],
  [
    "keeps what a batch was judged by",
    "gives parts of a batch, and forgets what it was judged by of pairs that are dropped",
    changing({ writes: ({ dropped: _, ...writes }) => writes }),
  ],
  [
    "gives all of a batch where a part is asked for",
    "gives parts of a batch, and forgets what it was judged by of pairs that are dropped",
    changing({
      work: (work) => ({
        ...work,
        scope: work.scope.kind === "batch" ? { kind: "batch", batch_key: work.scope.batch_key } : work.scope,
      }),
    }),
  ],
  [
    "finds no draft",
    "withdraws a draft that is in no batch, and leaves every other record",
    breaking(() => ({ withdrawDraft: () => Effect.succeedNone })),
  ],
  [
    "knows every name",
    "names what of a selection a brand has nothing of",
    breaking(() => ({
      unknownNames: () => Effect.succeed({ product_keys: [], label_keys: [], source: [], colors: [] }),
    })),
  ],
  [
    "writes part by part, and keeps the first ones",
    "changes nothing when it is refused at the beginning, at a part or at the end",
    changing({ work: (work) => ({ ...work, end: () => undefined }) }),
  ],
  [
    "writes what it only plans",
    "writes nothing when it only plans",
    changing({ target: (target) => ({ ...target, dry: false }) }),
  ],
  [
    "reads first and writes later",
    "lets changes take turns: each reads what the one before wrote",
    breaking(({ change }) => ({
      change: <E extends HangtagError>(
        organization: string,
        target: ChangeTarget,
        act: Acting,
        begin: Begin<E>,
      ) =>
        Effect.gen(function* () {
          const planned: Array<Planned<ColorwayWrites, E>> = []
          const reading = { ...target, dry: true }
          yield* change<E>(organization, reading, act, (brand, _key, at) =>
            Effect.map(doPlanned(begin(brand, target.batch_key, at)), (work) => {
              const part = (found: ChangePart) => {
                planned.push(work.part(found))
                return { drafts: [], withdrawals: [], released: [], replaced: [], bases: [] }
              }
              return { ...work, part, end: () => undefined }
            }),
          )
          yield* Effect.yieldNow
          return yield* change<E>(organization, target, act, (brand, key, at) =>
            Effect.map(doPlanned(begin(brand, key, at)), (work) => ({
              ...work,
              part: () => planned.shift()!,
            })),
          )
        }),
    })),
  ],
  [
    "forgets that a batch takes another back",
    "writes nothing else into a batch that takes another back",
    changing({ target: (target) => ({ ...target, reverts: null }) }),
  ],
  [
    "leaves returns as they were",
    "writes what a temporary price returns to anew, where publishing changes that",
    changing({
      writes: (writes) => ({
        ...writes,
        drafts: writes.drafts.map(({ ends: _, returns_from: __, ...draft }) => draft),
      }),
    }),
  ],
  [
    "goes by the caller's clock alone",
    "publishes at no moment before the last publication's",
    published(() => ({ published_at: "2026-06-01T00:00:00Z" })),
  ],
  [
    "publishes what takes a batch back as it was shown",
    "plans a batch that takes another back anew as it is published, and ends what has begun",
    publishing((work) => ({
      ...work,
      replan: () => ({ drafts: [], withdrawals: [], released: [], replaced: [], bases: [], ended: [] }),
    })),
  ],
  [
    "does not tell what a batch withdrew",
    "gives what a batch published, with all records of its variants",
    changing({ part: (part) => pairs(part, () => ({ withdrawing: new Set() })) }),
  ],
  [
    "counts the batch as one record",
    "makes drafts active, each with the next sequence in the order of their records",
    published(() => ({ records: 1 })),
  ],
  [
    "counts what it did not withdraw",
    "withdraws the future records that the batch withdraws, and none that has begun",
    published(({ records }) => ({ records: records + 1 })),
  ],
  [
    "hashes something else",
    "tells the hash of what it published, in order",
    published(({ sha256 }) => ({ sha256: sha256.toUpperCase() })),
  ],
  [
    "publishes as whoever asked last",
    "publishes once, and gives that publication again",
    breaking(({ publish }) => ({
      publish: (organization, key, act, work) =>
        Effect.map(publish(organization, key, act, work), (publication) => ({
          ...publication,
          published_by: act.by,
        })),
    })),
  ],
  [
    "leaves a number out",
    "numbers publications from 1 on without gaps, whoever publishes at once",
    breaking(({ publications }) => ({
      publications: (...args) =>
        Effect.map(publications(...args), (feed) =>
          feed.map((each) => (each.number > 3 ? { ...each, number: each.number + 1 } : each)),
        ),
    })),
  ],
  [
    "says that nothing has moved",
    "tells what it is about to publish, and what has moved",
    publishing((work) => ({ ...work, facts: (facts, at) => work.facts({ ...facts, moved: [] }, at) })),
  ],
  [
    "tells the first draft of another brand",
    "tells what it is about to publish, and what has moved",
    publishing((work) => ({
      ...work,
      facts: (facts, at) =>
        work.facts(
          { ...facts, brands: facts.brands.map((brand) => ({ ...brand, first: facts.brands[0]!.first })) },
          at,
        ),
    })),
  ],
  [
    "says nothing of variants that came",
    "tells which variants have come into what the batch was judged for, and gone from it",
    publishing((work) => ({
      ...work,
      facts: (facts, at) =>
        work.facts({ ...facts, moved: facts.moved.filter(({ variant_key }) => variant_key !== "F") }, at),
    })),
  ],
  [
    "says that something has moved",
    "moves nothing by the passing of time, nor by what else is published",
    publishing((work) => ({
      ...work,
      facts: (facts, at) =>
        work.facts(
          { ...facts, moved: [{ variant_key: "A", price_type: "MAP", was: null, is: null, what: "future" }] },
          at,
        ),
    })),
  ],
  [
    "judges nothing",
    "judges the batch's colorways where that is asked for",
    publishing((work) => ({ ...work, part: () => undefined })),
  ],
  [
    "publishes what was refused",
    "changes nothing, and uses up no number, when it is refused",
    publishing((work) => ({ ...work, end: () => undefined })),
  ],
])

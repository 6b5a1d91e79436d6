import { CatalogRepository, ExportRepository, JobQueue, JobRepository, ObjectStorage } from "@hangtag/core"
import { Effect, Layer, Stream } from "effect"

/** Where a worker can be made to stop, in the order in which an export passes them. */
export const checkpoints = [
  "job claimed",
  "shape read",
  "versions counted",
  "first rows read",
  "first bytes written",
  "last bytes written",
  "file stored",
  "about to finish",
  "finished",
  "about to clean up",
] as const
export type Checkpoint = (typeof checkpoints)[number]

/** Makes the ports pass the checkpoints; `pass` decides what happens there. */
export const passing = (pass: (checkpoint: Checkpoint) => Effect.Effect<void>) => {
  const first = <A, E, R>(stream: Stream.Stream<A, E, R>, checkpoint: Checkpoint) => {
    let passed = false
    return Stream.tap(stream, () => {
      if (passed) return Effect.void
      passed = true
      return pass(checkpoint)
    })
  }
  return Layer.mergeAll(
    Layer.effect(
      JobQueue,
      Effect.map(JobQueue, (queue) =>
        JobQueue.of({
          ...queue,
          claim: (...args) =>
            Effect.tap(queue.claim(...args), (claimed) =>
              claimed.length > 0 ? pass("job claimed") : Effect.void,
            ),
        }),
      ),
    ),
    Layer.effect(
      JobRepository,
      Effect.map(JobRepository, (jobs) =>
        JobRepository.of({
          ...jobs,
          finish: (...args) =>
            pass("about to finish").pipe(Effect.andThen(jobs.finish(...args)), Effect.tap(pass("finished"))),
        }),
      ),
    ),
    Layer.effect(
      CatalogRepository,
      Effect.map(CatalogRepository, (catalog) =>
        CatalogRepository.of({
          ...catalog,
          attributeDefinitions: (...args) =>
            Effect.tap(catalog.attributeDefinitions(...args), pass("shape read")),
        }),
      ),
    ),
    Layer.effect(
      ExportRepository,
      Effect.map(ExportRepository, (exports) =>
        ExportRepository.of({
          ...exports,
          count: (...args) => Effect.tap(exports.count(...args), pass("versions counted")),
          products: (...args) => first(exports.products(...args), "first rows read"),
        }),
      ),
    ),
    Layer.effect(
      ObjectStorage,
      Effect.map(ObjectStorage, (storage) =>
        ObjectStorage.of({
          ...storage,
          put: (key, content, options) => {
            const last = Stream.fromEffectDrain(pass("last bytes written"))
            const watched = Stream.concat(first(content, "first bytes written"), last)
            return Effect.tap(storage.put(key, watched, options), pass("file stored"))
          },
          list: (prefix) => Stream.unwrap(Effect.as(pass("about to clean up"), storage.list(prefix))),
        }),
      ),
    ),
  )
}

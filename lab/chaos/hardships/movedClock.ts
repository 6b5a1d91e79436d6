/**
 * To be loaded before a program (`node --import`): its clock, in all its threads, is off by as many milliseconds as
 * the file `MOVED_CLOCK` says at the moment. Timers go on as they were, as when a computer's clock is set.
 */
import { readFileSync } from "node:fs"

const file = process.env.MOVED_CLOCK
if (file !== undefined) {
  const RealDate = Date
  let offset = 0
  let lookedAt = -1000
  const now = () => {
    if (performance.now() - lookedAt > 20) {
      offset = Number(readFileSync(file, "utf8"))
      lookedAt = performance.now()
    }
    return RealDate.now() + offset
  }
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, key, self) => (key === "now" ? now : Reflect.get(target, key, self)),
  })
}

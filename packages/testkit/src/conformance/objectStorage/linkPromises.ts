import { ObjectStorage } from "@hangtag/core"
import { assert } from "chai"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { promisesOf } from "../suite/promisesOf.ts"
import { inMinutes, type OpenLink, put, textOf } from "./steps.ts"

/** Promises about links, which `open` follows. */
export const linkPromises = (open: OpenLink | undefined) => {
  const openLink = (url: string) =>
    open === undefined
      ? Effect.die(new Error("Following links needs the suite's option `open`"))
      : Effect.map(open(url), Option.getOrUndefined)
  const link = Effect.fnUntraced(function* (key: string, minutes: number, file_name = "export.csv") {
    const storage = yield* ObjectStorage
    const expires_at = yield* inMinutes(minutes)
    return yield* storage.downloadLink(key, { file_name, content_type: "text/csv", expires_at })
  })

  return promisesOf<ObjectStorage>()({
    *"mints a link that gives the file to the one who follows it"({ mine }) {
      yield* put(`${mine}/a`, "content")
      const opened = yield* openLink(yield* link(`${mine}/a`, 5, 'ex "port" é.csv'))
      assert.strictEqual(opened && textOf(opened.bytes), "content")
      assert.include([undefined, 'ex "port" é.csv'], opened?.file_name)
      assert.include([undefined, "text/csv"], opened?.content_type)
    },
    *"mints a link that expires"({ mine }) {
      yield* put(`${mine}/a`, "content")
      assert.isUndefined(yield* openLink(yield* link(`${mine}/a`, -1)))
    },
    *"mints a link that cannot be altered or guessed"({ mine }) {
      yield* put(`${mine}/a`, "content")
      yield* put(`${mine}/b`, "secret")
      const url = yield* link(`${mine}/a`, 5)
      const other = url.replace(`${mine}/a`, `${mine}/b`)
      if (other !== url) assert.isUndefined(yield* openLink(other))
      const flipped = url.replace(/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/, (last) => (last === "0" ? "1" : "0"))
      assert.isUndefined(yield* openLink(flipped))
      for (const name of new URL(url).searchParams.keys()) {
        const without = new URL(url)
        without.searchParams.set(name, "9999999999")
        assert.isUndefined(yield* openLink(without.href))
      }
    },
  })
}

import { rmSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { instantFromMicros, ObjectStorage } from "@hangtag/core"
import { ConfigProvider, Effect } from "effect"
import { scopedFolder } from "../../../../test/temporaryFolder.ts"
import { storage } from "../../src/composition/storage.ts"
import { readSettings } from "../../src/settings/Settings.ts"

/** What a process with these secrets signs and takes. */
const withSecrets = Effect.fnUntraced(function* (data: string, secrets?: string) {
  const env = { HANGTAG_DATA: data, ...(secrets !== undefined && { LINK_SECRETS: secrets }) }
  const settings = yield* Effect.provideService(
    readSettings,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnv({ env }),
  )
  const { layer, verifyFileLink } = yield* storage(settings, "")
  const options = { file_name: "a.csv", content_type: "text/csv", expires_at: instantFromMicros(2) }
  const sign = Effect.flatMap(ObjectStorage, ({ downloadLink }) => downloadLink("exports/j/t/a.csv", options))
  const link = new URL(yield* Effect.provide(sign, layer), "http://127.0.0.1")
  const takes = (other: URL) =>
    verifyFileLink!({ key: "exports/j/t/a.csv", query: other.searchParams }, instantFromMicros(1)).status ===
    "valid"
  return { link, takes }
})

it.live("links go on through each step from one secret to another, and end with the old one", () =>
  Effect.gen(function* () {
    const data = yield* scopedFolder
    const [old, young] = ["o".repeat(32), "y".repeat(32)]
    const made = yield* withSecrets(data)
    const steps = []
    for (const secrets of [old, `${old},${young}`, `${young},${old}`, young])
      steps.push(yield* withSecrets(data, secrets))
    for (const [nth, { link, takes }] of steps.entries()) {
      // the one made in the folder is taken as long as it is there
      assert.isTrue(takes(made.link))
      for (const beside of steps.slice(Math.max(0, nth - 1), nth + 2)) assert.isTrue(beside.takes(link))
    }
    assert.isFalse(steps[3]!.takes(steps[0]!.link))
    rmSync(join(data, "link-secret"))
    assert.isFalse((yield* withSecrets(data, young)).takes(made.link))
  }).pipe(Effect.scoped),
)

import { assert, describe, layer } from "@effect/vitest"
import type { PriceSheetFile } from "@hangtag/core"
import { aBrand, aPriceEntry, aProductEntry, seedCatalog } from "@hangtag/testkit"
import { Effect, Layer } from "effect"
import { ask } from "../support/ask.ts"
import { own } from "../support/callers.ts"
import { post } from "../support/requests.ts"
import { onWallClock, testServer } from "../support/TestServer.ts"

const row = (row: number, ...texts: ReadonlyArray<string>) => ({
  row,
  cells: texts.map((text, index) => ({ column: index + 1, kind: "text" as const, text })),
})
const sheet: PriceSheetFile = {
  sheets: [
    {
      name: "Prices",
      rows: [row(1, "variant_key", "type", "amount"), row(2, "P1-BLK-9", "MAP", "95")],
    },
  ],
  is_1904: false,
}
const csv = "text/csv"

const seeded = (options: Parameters<typeof testServer>[0]) =>
  Layer.effectDiscard(
    seedCatalog(own, {
      brands: [aBrand()],
      products: [aProductEntry()],
      prices: [aPriceEntry({ amount: "100", effective_from: "2020-01-01" })],
    }),
  ).pipe(Layer.provideMerge(testServer(options)), onWallClock)

const send = Effect.fnUntraced(function* (
  target: string,
  body: string | Uint8Array | object,
  headers: Readonly<Record<string, string>> = {},
) {
  const answer = yield* ask(post(`/api/pricing/sheets/${target}`, body), "own-token", headers)
  return { status: answer.status, json: answer.json as Record<string, unknown> }
})

const address = "brand_key=B1&effective_from=2999-01-01"

layer(
  seeded({
    readSheet: (bytes) =>
      new TextDecoder().decode(bytes) === "a sheet"
        ? Effect.succeed(sheet)
        : Effect.fail({ reason: "it is no sheet" }),
  }),
)("price sheets over HTTP", (it) => {
  describe("that are files", () => {
    it.effect("are previewed, and generated into a batch", () =>
      Effect.gen(function* () {
        const preview = yield* send(`preview?${address}`, "a sheet", { "content-type": csv })
        assert.strictEqual(preview.status, 200)
        assert.deepInclude(preview.json.rows as object, { total: 2, changed: 1, ignored: 1 })
        assert.isNull(preview.json.batch_key)
        const made = yield* send(`generate?${address}`, "a sheet", {
          "content-type": "application/octet-stream",
        })
        assert.strictEqual(made.status, 200)
        assert.isString(made.json.batch_key)
        const tabs = yield* send(`preview?${address}`, "a sheet", {
          "content-type": "text/tab-separated-values; charset=utf-8",
        })
        assert.strictEqual(tabs.status, 200)
        const asRows = yield* send(`preview?${address}`, sheet)
        assert.deepStrictEqual(asRows.json.rows, preview.json.rows)
      }),
    )
    it.effect("are refused where they are none, with what to do", () =>
      Effect.gen(function* () {
        const { status, json } = yield* send(`preview?${address}`, "hello", { "content-type": csv })
        assert.strictEqual(status, 422)
        assert.include(JSON.stringify(json), "it is no sheet")
      }),
    )
    it.effect("are done once under an Idempotency-Key, which is of that file", () =>
      Effect.gen(function* () {
        const headers = { "content-type": csv, "idempotency-key": "sheet-1" }
        const first = yield* send(`generate?${address}&same_instant=keep`, "a sheet", headers)
        const again = yield* send(`generate?${address}&same_instant=keep`, "a sheet", headers)
        assert.deepStrictEqual(again, first)
        const other = yield* send(`generate?${address}&same_instant=keep`, "another", headers)
        assert.strictEqual(other.status, 422)
      }),
    )
    it.effect("have at most 20 MiB", () =>
      Effect.gen(function* () {
        const large = yield* send(`preview?${address}`, new Uint8Array(20 * 1024 ** 2 + 1), {
          "content-type": csv,
        })
        assert.strictEqual(large.status, 413)
      }),
    )
    it.effect("are of types that a page of another site cannot send", () =>
      Effect.gen(function* () {
        for (const type of ["text/plain", "multipart/form-data", "application/x-www-form-urlencoded"]) {
          const { status, json } = yield* send(`preview?${address}`, "a sheet", { "content-type": type })
          assert.strictEqual(status, 422)
          assert.include(
            JSON.stringify(json),
            `no sheet is taken as ${type}: send the xlsx or csv file itself`,
          )
        }
      }),
    )
    it.effect("have the members of the address checked", () =>
      Effect.gen(function* () {
        const { status, json } = yield* send("preview?on_conflict=perhaps&x=1", "a sheet", {
          "content-type": csv,
        })
        assert.strictEqual(status, 422)
        assert.lengthOf(json.detail as unknown as ReadonlyArray<unknown>, 2)
      }),
    )
  })
})

layer(seeded({}))("price sheets where the host reads no files", (it) => {
  it.effect("are taken as rows alone", () =>
    Effect.gen(function* () {
      const file = yield* send(`preview?${address}`, "a sheet", { "content-type": csv })
      assert.strictEqual(file.status, 422)
      assert.include(JSON.stringify(file.json), "reads no files")
      assert.strictEqual((yield* send(`preview?${address}`, sheet)).status, 200)
    }),
  )
})

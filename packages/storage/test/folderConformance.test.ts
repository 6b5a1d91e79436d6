import { mkdtempSync } from "node:fs"
import { rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ObjectStorage } from "@hangtag/core"
import { currentInstant } from "@hangtag/core/adapter"
import { FolderStorage, verifyFolderLink } from "@hangtag/storage/folder"
import { objectStorageSuite } from "@hangtag/testkit/conformance"
import { Effect, Option, Stream } from "effect"
import { afterAll } from "vitest"

const directory = mkdtempSync(join(tmpdir(), "hangtag-storage-"))
afterAll(() => rm(directory, { recursive: true, force: true }))

const secret = new Uint8Array(32).fill(7)
const storage = FolderStorage.layer({ directory, baseUrl: "http://127.0.0.1:8080", secret })

/** Does what a server does with a link to its files. */
const open = (link: string) =>
  Effect.gen(function* () {
    const url = new URL(link)
    const key = url.pathname.slice("/files/".length)
    const checked = verifyFolderLink(secret, { key, query: url.searchParams }, yield* currentInstant)
    if (checked.status !== "valid") return Option.none()
    const found = Option.getOrThrow(yield* (yield* ObjectStorage).get(checked.key))
    const bytes = Buffer.concat(yield* Stream.runCollect(found.content))
    return Option.some({ ...checked, bytes: new Uint8Array(bytes) })
  }).pipe(Effect.provide(storage), Effect.orDie)

objectStorageSuite("FolderStorage", storage, { open })

import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { S3Storage } from "@hangtag/storage/s3"
import { objectStorageSuite } from "@hangtag/testkit/conformance"
import { Effect, Layer, Option } from "effect"
import S3rver from "s3rver"

const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const directory = await mkdtemp(join(tmpdir(), "hangtag-s3-"))
    const options = { address: "127.0.0.1", port: 0, silent: true, directory }
    const s3 = new S3rver({ ...options, configureBuckets: [{ name: "exports" }] })
    const { port } = await s3.run()
    return { s3, directory, endpoint: `http://127.0.0.1:${port}` }
  }),
  ({ s3, directory }) =>
    Effect.promise(async () => {
      await s3.close()
      await rm(directory, { recursive: true, force: true })
    }),
)

const storage = Layer.unwrap(
  Effect.map(server, ({ endpoint }) =>
    S3Storage.layer({
      bucket: "exports",
      prefix: "/some/prefix/",
      endpoint,
      forcePathStyle: true,
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
      // So that the suite's megabytes take several parts.
      partSize: 5 * 1024 * 1024,
    }),
  ),
)

const open = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(url)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (!response.ok) return Option.none()
    const name = /filename\*=UTF-8''(.*)$/.exec(response.headers.get("content-disposition") ?? "")
    return Option.some({
      bytes,
      content_type: response.headers.get("content-type") ?? "",
      file_name: decodeURIComponent(name?.[1] ?? ""),
    })
  })

objectStorageSuite("S3Storage", storage, {
  open,
  skips: {
    "keeps one whole content when a key is put many times at once":
      "s3rver writes into the key's file: of two puts at once both may write a part of it",
    "gives the bytes of a range, both ends included, with the whole object's size":
      "s3rver takes a range that ends with byte 0 for one without an end",
    "lists what begins with a prefix, in key order, with size and time":
      "s3rver lists in the order of its file system",
    "mints a link that cannot be altered or guessed": "s3rver checks no signatures of version 4",
  },
})

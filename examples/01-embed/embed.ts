import { loadDemo } from "@hangtag/cli"
import { allPermissions, type Principal } from "@hangtag/core"
import { makeHangtag } from "@hangtag/core/promise"
import { migratedPorts } from "@hangtag/postgres"
import { EmbeddedPostgres } from "@hangtag/postgres/embedded"
import { FolderStorage } from "@hangtag/storage/folder"
import { Layer } from "effect"

const postgres = EmbeddedPostgres.layer({ dataDir: undefined }) // in memory; a path keeps it
const database = Layer.provide(migratedPorts(), postgres)
const demo = Layer.effectDiscard(loadDemo()).pipe(Layer.provideMerge(database))
const files = FolderStorage.layer({
  directory: "files",
  baseUrl: "",
  secret: Buffer.from("change me, no one may guess"),
})
const hangtag = await makeHangtag(demo, files)

const me: Principal = { organization: "demo", subject: "me", permissions: allPermissions }
const preview = await hangtag.previewColorway(me, {
  brand_key: "NT",
  product_key: "NT-RIDGE-BOOT",
  color: "Black",
  lines: [{ price_type: "MAP", amount: "139.95", effective_from: "2099-06-01" }],
})
console.log(preview.lines[0]?.status, preview.lines[0]?.counts)
await hangtag.close()

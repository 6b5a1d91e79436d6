import { afterAll, beforeAll, expect, it } from "vitest"
import { LanguageServer } from "./LanguageServer.ts"

const text = `import { makeClient } from "@hangtag/client"
import type { Principal } from "@hangtag/core"
import { type AsyncPorts, makeHangtag } from "@hangtag/core/promise"
declare const ports: Pick<AsyncPorts, "catalogRepository" | "priceRepository">
declare const all: AsyncPorts
declare const me: Principal
const input = { brand_key: "B", product_key: "P", color: "C" }
export const hangtag = await makeHangtag(ports)
export const whole = await makeHangtag(all)
export const preview = await hangtag.previewColorway(me, input)
export const batch = await whole.getPriceBatch(me, { batch_key: "K" })
export const jobs = await whole.listJobs(me)
export const client = makeClient({ baseUrl: "" })
export const previewed = await client.previewColorway(input)
export const around = ports.priceRepository.pricesAround
`

const server = new LanguageServer()
let hover: Awaited<ReturnType<LanguageServer["open"]>>
beforeAll(async () => {
  hover = await server.open("test/languageServer/hovered.ts", text)
}, 240_000)
afterAll(() => server.close())

it.each([
  ["const hangtag", "const hangtag: PartialHangtag<"],
  ["const preview", "const preview: ColorwayPreview\n"],
  ["hangtag.previewColorway", "=> Promise<ColorwayPreview>\n"],
  ["const batch", "const batch: PriceBatch\n"],
  ["const jobs", "const jobs: JobPage\n"],
  ["const client", "const client: HangtagClient\n"],
  ["const previewed", "const previewed: ColorwayPreview\n"],
  ["priceRepository.pricesAround", "at: BrandedInstant, most: number"],
  ["priceRepository.pricesAround", "What is in force of the variants at the moment"],
])("an editor shows at %s: %s", async (place, shown) => expect(await hover(place)).toContain(shown), 240_000)

/// <reference lib="dom" />
import { type HangtagError, makeClient } from "@hangtag/client"

const hangtag = makeClient({ baseUrl: "/catalog", headers: { "x-api-key": "key-1" } })

const { items } = await hangtag.searchVariants({ product_key: "BOOT", text: "black" })
for (const { variant_key } of items) {
  const item = document.createElement("li")
  item.textContent = variant_key
  document.querySelector("#variants")?.append(item)
}

const lines = [{ price_type: "MAP", amount: "119.95", effective_from: "2099-06-01" }]
const request = { brand_key: "NORTH", product_key: "BOOT", color: "Black", lines }
const preview = await hangtag.previewColorway(request)
const unknown = await hangtag.getJob({ job_id: "no-such" }).catch((error: HangtagError) => error.message)
const shown = document.querySelector("#preview")
if (shown !== null) shown.textContent = `${preview.lines[0]?.status}; ${unknown}`

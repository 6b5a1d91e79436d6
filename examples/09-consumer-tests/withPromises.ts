// A test of code that uses Hangtag, with Node's own runner: node --test examples/09-consumer-tests/withPromises.ts
import assert from "node:assert/strict"
import { test } from "node:test"
import { holidayMarkdown, makeTestHangtag } from "@hangtag/testkit"

test("an export of the holiday prices has a row for each variant", async () => {
  const hangtag = await makeTestHangtag({ seed: holidayMarkdown, now: holidayMarkdown.moments.during })
  const { job_id } = await hangtag.queueExport(hangtag.principal, {
    product_keys: ["BOOT"],
    export_format: "csv",
    column_mappings: [
      { column_name: "SKU", source_field: "variant_key" },
      { column_name: "MAP", source_field: "price", sub_field: "MAP" },
    ],
  })
  await hangtag.reaches(job_id, "completed")
  const { url } = await hangtag.downloadLink(hangtag.principal, { job_id })
  const file = new TextDecoder().decode((await hangtag.open(url))?.bytes)
  assert.match(file, /SKU,MAP\r\n.*,119\.95\r\n/)
  await hangtag.close()
})

import { describe, expect, it } from "@effect/vitest"
import { aColumnMapping, anExportRequest } from "@hangtag/testkit"
import { jobNeedsCases } from "../../src/exports/rules/jobNeeds.cases.ts"
import { jobNeeds } from "../../src/exports/rules/jobNeeds.ts"

describe("what a job's file asks for", () => {
  it.each(jobNeedsCases)("$name", ({ given, expect: expected }) => {
    if ("batch_key" in given) {
      expect(jobNeeds({ ...given, export_format: "csv" })).toEqual(expected)
      return
    }
    const { columns, ...others } = given
    const column_mappings =
      columns?.map((column) => {
        const [source_field = "", type = null] = column.split(" ")
        const [sub_field = null, price_list] = type?.split("@") ?? []
        return aColumnMapping({ source_field, sub_field, ...(price_list && { price_list }) })
      }) ?? null
    expect(jobNeeds(anExportRequest({ ...others, column_mappings }))).toEqual(expected)
  })
})

import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { HttpApi, OpenApi } from "effect/http-api"
import { HangtagApi } from "../../src/api/HangtagApi.ts"
import { Idempotency } from "../../src/api/Idempotency.ts"

type Json = { readonly [member: string]: Json } | ReadonlyArray<Json> | string | number | boolean | null
interface Operation {
  readonly parameters?: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly requestBody?: Json
  readonly responses: Readonly<Record<string, { readonly content: Json }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly servers?: Json
  readonly components: { readonly schemas: Readonly<Record<string, Json>> }
}

const reference: Document = JSON.parse(
  readFileSync(new URL("../fixtures/reference-openapi.json", import.meta.url), "utf8"),
)
const ours = JSON.parse(JSON.stringify(OpenApi.fromApi(HangtagApi))) as Document

/** Names for people, which no client depends on. */
const words = new Set(["title", "description", "summary"])

/** The document's part without names for people; `required` and parameters in one order. */
const plain = (part: Json): Json => {
  if (Array.isArray(part)) return part.map(plain)
  if (typeof part !== "object" || part === null) return part
  return Object.fromEntries(
    Object.entries(part)
      .filter(([member, value]) => !words.has(member) || typeof value !== "string")
      .map(([member, value]) => [
        member,
        member === "required" && Array.isArray(value) ? [...value].sort() : plain(value),
      ]),
  )
}

const parametersOf = ({ parameters = [] }: Operation): Record<string, Json> =>
  Object.fromEntries(
    parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, plain(parameter as unknown as Json)]),
  )

const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
    mine: ours.paths[path]?.[method],
  })),
)

/** Where the document says something else on purpose. */
const differences = {
  // no query can carry a null
  "query search": { anyOf: [{ type: "string", maxLength: 200 }, { type: "null" }] },
  // every type that has an active price is filled where none is named
  price_types: { type: "array", items: { type: "string" } },
} as const

describe("the OpenAPI document", () => {
  it.each(operations)("has $name as the reference has it", ({ operation, mine }) => {
    assert.isDefined(mine)
    const parameters = parametersOf(operation)
    const search = parameters["query search"] as { schema: Json } | undefined
    if (search !== undefined) {
      assert.deepStrictEqual<Json>(search.schema, differences["query search"])
      search.schema = { type: "string", maxLength: 200 }
    }
    const mineToo = parametersOf(mine!)
    // what the reference leaves unsaid
    for (const header of ["X-Organization-ID", "Idempotency-Key", "If-Match"]) {
      if (!(`header ${header}` in parameters)) delete mineToo[`header ${header}`]
    }
    // nor does it have a preview as of another moment than now, or price lists
    delete mineToo["query as_of"]
    delete mineToo["query show_lists"]
    delete mineToo["query price_list"]
    assert.deepStrictEqual(mineToo, parameters)
    assert.deepStrictEqual(plain(mine!.requestBody ?? null), plain(operation.requestBody ?? null))
    assert.deepStrictEqual(mine!.responses[422]?.content, operation.responses[422]?.content)
    assert.property(mine!.responses, "200")
  })

  const bodies = Object.entries(reference.components.schemas).filter(([name]) => !name.endsWith("Error"))
  it.each(bodies)("describes %s as the reference does", (name, schema) => {
    const expected = plain(schema) as { properties: Record<string, Json>; required: ReadonlyArray<string> }
    if (name === "AddRecordsByVariantsRequest") {
      const { price_types } = differences
      assert.deepStrictEqual<Json>(expected.properties.price_types!, price_types)
      expected.properties.price_types = { anyOf: [price_types, { type: "null" }] }
      expected.required = expected.required.filter((field) => field !== "price_types")
    }
    const described = plain(ours.components.schemas[name] ?? null) as typeof expected
    if (name === "ExportRequest") {
      const { file_options, price_as_of, price_known_at } = described.properties
      assert.isDefined(price_as_of)
      assert.deepStrictEqual(price_known_at, price_as_of)
      assert.deepStrictEqual<Json>(file_options!, {
        anyOf: [{ $ref: "#/components/schemas/FileOptions" }, { type: "null" }],
      })
      // ours alone
      delete described.properties.file_options
      delete described.properties.price_as_of
      delete described.properties.price_known_at
    }
    if (name === "ColumnMapping") {
      assert.deepStrictEqual<Json>(described.properties.price_list!, {
        anyOf: [{ type: "string" }, { type: "null" }],
      })
      delete described.properties.price_list
    }
    if (name === "PrefillLine") {
      assert.deepStrictEqual<Json>(described.properties.price_list!, { type: "string" })
      delete described.properties.price_list
    }
    assert.deepStrictEqual<unknown>(described, expected)
  })

  it("describes each option of a file, none of them required", () => {
    const { properties, required } = ours.components.schemas.FileOptions as Record<string, Json>
    assert.isUndefined(required)
    const typed = (schema: Json) => ({ anyOf: [schema, { type: "null" }] })
    assert.deepStrictEqual<Json>(plain(properties!), {
      csv_delimiter: typed({ type: "string", enum: [",", ";", "\t", "|"] }),
      csv_decimal: typed({ type: "string", enum: [".", ","] }),
      csv_bom: typed({ type: "boolean" }),
      csv_formula_guard: typed({ type: "boolean" }),
      list_separator: typed({ type: "string" }),
      gzip: typed({ type: "boolean" }),
      file_name: typed({ type: "string" }),
      about_sheet: typed({ type: "boolean" }),
    })
  })

  it("describes the 422 answer with all that it carries", () => {
    const { HTTPValidationError, ValidationError } = ours.components.schemas
    assert.deepStrictEqual<Json>(plain(HTTPValidationError!), {
      type: "object",
      properties: { detail: { type: "array", items: { $ref: "#/components/schemas/ValidationError" } } },
      // the reference does not promise it, and always sends it
      required: ["detail"],
    })
    const { properties, required } = ValidationError as Record<string, Json>
    assert.deepStrictEqual(required, ["type", "loc", "msg"])
    assert.sameMembers(Object.keys(properties!), ["type", "loc", "msg", "input", "ctx"])
  })

  it("names a permission, the credentials and the refusals of every operation of an organization", () => {
    const secured = Object.entries(ours.paths).filter(([path]) => path.startsWith("/api/"))
    assert.isAtLeast(secured.length, 10)
    for (const [path, methods] of secured) {
      for (const operation of Object.values(methods)) {
        const { description, security } = operation as unknown as Record<string, Json>
        const isForAll = path === "/api/me"
        assert.match(String(description), isForAll ? /Needs no permission\.$/ : /Needs `\w+:\w+`\.$/, path)
        assert.deepStrictEqual<Json>(security!, [{ bearer: [] }, { session: [] }])
        const answers = ["200", "401", "403", ...(isForAll ? [] : ["422"]), "503"]
        assert.includeMembers(Object.keys(operation.responses), answers, path)
      }
    }
  })

  it("tells the headers that operations take and give, and nothing of what only Effect reads", () => {
    const documented = Object.entries(ours.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [], responses }]) => [
        ...parameters.filter((each) => each.in === "header").map(({ name }) => `${method} ${path} > ${name}`),
        ...Object.entries(responses as unknown as Record<string, { headers?: object }>).flatMap(
          ([status, { headers = {} }]) =>
            Object.keys(headers).map((name) => `${method} ${path} ${status} < ${name}`),
        ),
      ]),
    )
    assert.includeMembers(documented, [
      "post /api/pricing/map-policy/{brand_key}/colorway-prefill > X-Organization-ID",
      "post /api/products/export-async > X-Organization-ID",
      "post /api/products/export-async > Idempotency-Key",
      "patch /api/products/crawl-discoveries/{job_id}/{discovery_id} > If-Match",
      "patch /api/products/crawl-discoveries/{job_id}/{discovery_id} 200 < ETag",
      "get /api/jobs/{job_id}/events > Last-Event-ID",
      "get /api/catalog/batches/{key}/records 200 < Link",
      "get /api/jobs/{job_id} 429 < Retry-After",
      "get /api/jobs/{job_id} 503 < Retry-After",
      "get /api/jobs/{job_id} 401 < WWW-Authenticate",
    ])
    const kept: Array<string> = []
    HttpApi.reflect(HangtagApi, {
      onGroup: () => {},
      onEndpoint: ({ endpoint: { method, path, middlewares } }) => {
        const described = path.replaceAll(/:(\w+)/g, "{$1}")
        if (middlewares.has(Idempotency)) kept.push(`${method.toLowerCase()} ${described} > Idempotency-Key`)
      },
    })
    assert.include(kept, "post /api/pricing/price-lists > Idempotency-Key")
    assert.sameMembers(
      documented.filter((each) => each.endsWith("> Idempotency-Key")),
      kept,
    )
    assert.notInclude(JSON.stringify(ours), "x-effect")
    assert.deepStrictEqual(ours.servers, [{ url: "/" }])
    const { content } = ours.paths["/api/jobs/{job_id}/events"]!.get!.responses[200]!
    assert.deepStrictEqual<Json>(content, {
      "text/event-stream": { schema: { $ref: "#/components/schemas/Job" } },
    })
  })
})

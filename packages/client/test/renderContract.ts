import { readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath, pathToFileURL } from "node:url"
import { HangtagApi, Served } from "@hangtag/http-adapter/api"
import { Context } from "effect"
import { HttpApi, OpenApi } from "effect/http-api"

const file = new URL("../src/contract.ts", import.meta.url)

interface Schema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly allOf?: ReadonlyArray<Schema>
  readonly items?: Schema | false
  readonly prefixItems?: ReadonlyArray<Schema>
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters?: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
        readonly headers?: Readonly<Record<string, unknown>>
      }
    >
  >
}

const document = JSON.parse(JSON.stringify(OpenApi.fromApi(HangtagApi))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const named = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

/** The TypeScript type of a schema. What a request may leave out is optional; so is what an answer may. */
const typeOf = (schema: Schema): string => {
  if (schema.$ref !== undefined) return schema.$ref.slice("#/components/schemas/".length)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ")
  const union = schema.anyOf ?? schema.oneOf
  if (union !== undefined) return [...new Set(union.map(typeOf))].join(" | ")
  if (schema.allOf !== undefined) {
    const { allOf, ...base } = schema
    const parts = [base, ...allOf].map(typeOf).filter((type) => type !== "unknown")
    return [...new Set(parts)].join(" & ") || "unknown"
  }
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(" | ")
  switch (schema.type) {
    case "string":
      return "string"
    case "integer":
    case "number":
      return "number"
    case "boolean":
      return "boolean"
    case "null":
      return "null"
    case "array":
      return schema.prefixItems === undefined
        ? `ReadonlyArray<${schema.items ? typeOf(schema.items) : "unknown"}>`
        : `readonly [${schema.prefixItems.map(typeOf).join(", ")}]`
    case "object":
      return objectOf(schema)
    default:
      return "unknown"
  }
}

const objectOf = ({ properties = {}, required = [], additionalProperties }: Schema): string => {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `readonly ${named(name)}${required.includes(name) ? "" : "?"}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join("; ")} }`
  return typeof additionalProperties === "object"
    ? `Readonly<Record<string, ${typeOf(additionalProperties)}>>`
    : "Readonly<Record<string, unknown>>"
}

/** Amounts go in as a number or, so that no digit is lost, as text. */
const requestBodies = new Set(
  Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ requestBody }) => {
      const ref = requestBody?.content["application/json"]?.schema.$ref
      return ref === undefined ? [] : [ref.slice("#/components/schemas/".length)]
    }),
  ),
)
const sent = (name: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(name)) return seen
  seen.add(name)
  const refs = JSON.stringify(document.components.schemas[name]).matchAll(/#\/components\/schemas\/(\w+)/g)
  for (const [, ref] of refs) sent(ref!, seen)
  return seen
}
const requests = new Set([...requestBodies].flatMap((name) => [...sent(name)]))

const withTextAmounts = (type: string) => type.replace(/\bamount(\??): number/g, "amount$1: number | string")

/** Where each schema is read or answered: by operation, or as a part of another schema. */
const uses = new Map<string, ReadonlyArray<string>>()
const use = (value: unknown, where: string) => {
  for (const [, name] of JSON.stringify(value ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    uses.set(name!, [...new Set([...(uses.get(name!) ?? []), where])])
  }
}
for (const { operationId, requestBody, responses } of Object.values(document.paths).flatMap((methods) =>
  Object.values(methods),
)) {
  const operation = operationId.split(".").at(-1)
  use(requestBody, `the body of \`${operation}\``)
  for (const [status, response] of Object.entries(responses)) {
    use(
      response,
      status.startsWith("2") ? `the answer of \`${operation}\`` : `the answer with status ${status}`,
    )
  }
}
for (const [name, schema] of Object.entries(document.components.schemas)) use(schema, `a part of \`${name}\``)

/** What a type is for: its description, or where it is met. */
const purpose = (name: string, { description }: Schema): string => {
  const [first = "a type of the contract", ...more] = uses.get(name) ?? []
  const shown = more.length === 0 ? first : `${first}, and more`
  return description ?? `${shown[0]!.toUpperCase()}${shown.slice(1)}.`
}

const types = Object.entries(document.components.schemas)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, schema]) => {
    const type = requests.has(name) ? withTextAmounts(typeOf(schema)) : typeOf(schema)
    const declared =
      schema.properties !== undefined ? `export interface ${name} ${type}` : `export type ${name} = ${type}`
    return `/** ${purpose(name, schema)} */\n${declared}`
  })

/** What an endpoint calls members of its operation's input. */
const namesOf = (endpoint: string): Readonly<Record<string, string>> => servedBy.get(endpoint)?.names ?? {}

const servedBy = new Map<string, Served | undefined>()
HttpApi.reflect(HangtagApi, {
  onGroup: () => {},
  onEndpoint: ({ endpoint: { identifier, annotations } }) =>
    void servedBy.set(identifier, Context.get(annotations, Served)),
})

/** One object: what stands in path and query, and the members of the body. */
const inputOf = (fields: ReadonlyArray<string>, body: Schema | undefined, takesFile: boolean): string => {
  const others = fields.length === 0 ? [] : [`{ ${fields.join("; ")} }`]
  const file = takesFile ? " | { readonly file: Blob }" : ""
  return (
    [...others, ...(body === undefined ? [] : [takesFile ? `(${typeOf(body)}${file})` : typeOf(body)])].join(
      " & ",
    ) || "Record<never, never>"
  )
}

const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { operationId, parameters = [], requestBody, responses, summary, description } = operation
    const name = operationId.split(".").at(-1)!
    const names = namesOf(name)
    const ownName = (wire: string) => Object.keys(names).find((own) => names[own] === wire) ?? wire
    const given = parameters.filter((each) => each.in === "path" || each.in === "query")
    const fields = given.map(
      (each) => `readonly ${named(ownName(each.name))}${each.required ? "" : "?"}: ${typeOf(each.schema)}`,
    )
    const body = requestBody?.content["application/json"]?.schema
    const takesFile = requestBody?.content["text/csv"] !== undefined
    const output = Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .flatMap(([, { content }]) => Object.values(content ?? {}).map(({ schema }) => typeOf(schema)))
    const query = given.filter((each) => each.in === "query").map((each) => each.name)
    const isList = Object.values(responses).some(({ headers }) => headers?.Link !== undefined)
    // what is left out is read as the default of `Endpoint`
    const endpoint = {
      method: method.toUpperCase(),
      path,
      ...(query.length > 0 && { query }),
      ...(body !== undefined && { hasBody: true }),
      ...(takesFile && { takesFile }),
      ...(isList && { isList }),
      ...(Object.keys(names).length > 0 && { names }),
    }
    return {
      name,
      type: `  /** ${description ?? summary ?? name} */\n  readonly ${name}: {\n    readonly input: ${inputOf(fields, body, takesFile)}\n    readonly output: ${[...new Set(output)].join(" | ") || "undefined"}\n  }`,
      value: `  ${name}: ${JSON.stringify(endpoint)},`,
    }
  }),
)

const rendered = `// Made of the contract by \`node packages/client/test/renderContract.ts\`; a test compares.

${types.join("\n\n")}

/** What each operation takes and gives. */
export interface Operations {
${calls.map(({ type }) => type).join("\n")}
}

/** Where an operation is, and where it has the members of its input. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  readonly query?: ReadonlyArray<string>
  /** Whether members that stand neither in path nor in query are its body. */
  readonly hasBody?: boolean
  /** Whether its body may be a file. */
  readonly takesFile?: boolean
  /** Whether it answers with a page of a list. */
  readonly isList?: boolean
  /** Members by their names over HTTP, where those are others. */
  readonly names?: Readonly<Record<string, string>>
}

/** Where each operation is. */
export const operations = {
${calls.map(({ value }) => value).join("\n")}
} as const satisfies { readonly [Name in keyof Operations]: Endpoint }
`

const withoutLayout = (text: string) =>
  text
    .replace(/[\s;,]+/g, "")
    .replace(/["'|]/g, "")
    .replaceAll("()", "")

/** The committed file says what the contract says; how it is laid out is the formatter's. */
export const contractFile = {
  rendered: () => withoutLayout(rendered),
  written: () => withoutLayout(readFileSync(file, "utf8")),
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  writeFileSync(fileURLToPath(file), rendered)

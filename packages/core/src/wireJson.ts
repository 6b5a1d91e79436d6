import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { BatchRecordPage } from "./changes/BatchRecords.ts"
import { PriceChangeRefused } from "./changes/PriceChangeRefused.ts"
import { ColorwayPreview } from "./prices/ColorwayPreview.ts"

declare global {
  interface JSON {
    /** ECMAScript 2026; in Node since 22. */
    rawJSON(text: string): object
  }
}

/** JSON text with each amount as the number its digits say, never by way of a double that would lose some. */
const amountJson = (text: string): unknown =>
  text.length <= 15
    ? Number(text)
    : // an amount may have zeros before its digits, a number in JSON may not
      JSON.rawJSON(text.replace(/^0+(?=\d)/, ""))

type Writer = (value: never) => unknown

/** Of a list's elements, or of members by their names; null where no amount stands within. */
const writerOf = (ast: SchemaAST.AST): Writer | null => {
  if (ast._tag === "String" && ast.encoding?.at(-1)?.to._tag === "Number") return amountJson
  if (ast._tag === "Arrays") {
    const element = ast.rest[0] && writerOf(ast.rest[0])
    return element ? (list: ReadonlyArray<never>) => list.map((each) => element(each)) : null
  }
  if (ast._tag === "Union") return ofUnion(ast)
  return ast._tag === "Objects" ? ofMembers(ast.propertySignatures) : null
}

const ofUnion = ({ types }: SchemaAST.Union): Writer | null => {
  const given = types.filter(({ _tag }) => _tag !== "Null" && _tag !== "Undefined")
  const objects = given.filter((type) => type._tag === "Objects")
  if (objects.length === given.length) return ofMembers(objects.flatMap((type) => type.propertySignatures))
  if (given.length === 1) return writerOf(given[0]!)
  if (given.some((type) => writerOf(type) !== null)) throw new Error("An amount may stand beside null alone")
  return null
}

/** Members by their names: what is an amount in one member of a union may not be anything else in another. */
const ofMembers = (members: ReadonlyArray<SchemaAST.PropertySignature>): Writer | null => {
  const writers = new Map<PropertyKey, Writer>()
  for (const [name, same] of Map.groupBy(members, (member) => member.name)) {
    const found = same.map(({ type }) => writerOf(type))
    if (found.every((each) => each === null)) continue
    if (found.includes(null)) throw new Error(`${String(name)} is an amount in one member of a union alone`)
    writers.set(name, found[0]!)
  }
  if (writers.size === 0) return null
  return (value: Readonly<Record<PropertyKey, never>>) => {
    const written: Record<PropertyKey, unknown> = { ...value }
    for (const [name, writer] of writers) {
      const member = value[name]
      if (member !== undefined && member !== null) written[name] = writer(member)
    }
    return written
  }
}

/** How results of a schema go over the wire: what to give `JSON.stringify`. */
export type WireJson<S extends Schema.Top> = (value: S["Type"]) => S["Encoded"]

/**
 * Writes results as their clients read them, for `JSON.stringify`: what the schema calls an amount is a JSON number with
 * all of its digits, which encoding by the schema itself would not keep. All else goes as it is.
 */
export const wireJson = <S extends Schema.Top>(schema: S): WireJson<S> => {
  const writer: Writer = writerOf(schema.ast) ?? ((value) => value)
  return (value) => writer(value as never)
}

const { _tag: _, problem: __, ...refusal } = PriceChangeRefused.fields

/** A preview as its client reads it. */
export const previewJson: WireJson<typeof ColorwayPreview> = wireJson(ColorwayPreview)

/** A page of a batch's records as its client reads it. */
export const recordPageJson: WireJson<typeof BatchRecordPage> = wireJson(BatchRecordPage)

/** The parts of a price change's refusal beside its sentence. */
const Refusal = Schema.Struct(refusal)

/** Why a price change was refused, as its client reads it. */
export const refusedChangeJson = wireJson(Refusal)

import type * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

type Writer = (value: never) => unknown

/** Of a list's elements, or of members by their names; null where no amount stands within. */
const writerOf = (ast: SchemaAST.AST): Writer | null => {
  const toJson = ast.annotations?.toJson
  if (typeof toJson === "function") return toJson as Writer
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
    if (found.includes(null)) throw new Error(`${String(name)} is not always an amount`)
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
export type JsonOf<S extends Schema.Top> = (value: S["Type"]) => S["Encoded"]

/**
 * A schema's codec to JSON, compiled once, for `JSON.stringify`: what the schema says of itself how it is written (`toJson`:
 * an amount is a number with all of its digits) is written so, all else goes as it is.
 */
export const jsonOf = <S extends Schema.Top>(schema: S): JsonOf<S> => {
  const writer: Writer = writerOf(schema.ast) ?? ((value) => value)
  return (value) => writer(value as never)
}

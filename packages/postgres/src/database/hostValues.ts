/** The types of which values are sent and read, by their numbers. */
const OID = {
  bool: 16,
  bytea: 17,
  name: 19,
  int8: 20,
  int2: 21,
  int4: 23,
  text: 25,
  oid: 26,
  json: 114,
  float4: 700,
  float8: 701,
  varchar: 1043,
  timestamptz: 1184,
  numeric: 1700,
  uuid: 2950,
  jsonb: 3802,
} as const

/** Those of lists of them. */
const arrayOids = new Map<number, number>([
  [OID.bool, 1000],
  [OID.bytea, 1001],
  [OID.name, 1003],
  [OID.int8, 1016],
  [OID.int2, 1005],
  [OID.int4, 1007],
  [OID.text, 1009],
  [OID.oid, 1028],
  [OID.json, 199],
  [OID.float4, 1021],
  [OID.float8, 1022],
  [OID.varchar, 1015],
  [OID.timestamptz, 1185],
  [OID.numeric, 1231],
  [OID.uuid, 2951],
  [OID.jsonb, 3807],
])

const isInt4 = (value: number) => Number.isInteger(value) && Math.abs(value) < 2 ** 31

/** The type that our own client gives the value; 0 leaves it to the statement. */
const oidOf = (value: unknown): number => {
  if (typeof value === "boolean") return OID.bool
  if (typeof value === "bigint") return OID.int8
  if (typeof value === "number")
    return isInt4(value) ? OID.int4 : Number.isSafeInteger(value) ? OID.int8 : OID.float8
  if (value instanceof Date) return OID.timestamptz
  if (value instanceof Uint8Array) return OID.bytea
  return 0
}

const special = /[\\"]/g

const element = (value: unknown) => {
  if (value === null) return "NULL"
  const text = String(value)
  return `"${text.includes('"') || text.includes("\\") ? text.replace(special, "\\$&") : text}"`
}

const arrayOf = (values: ReadonlyArray<unknown>) => {
  const first = values.find((value) => value !== null)
  const oid = first === undefined ? 0 : arrayOids.get(oidOf(first) || OID.text)
  return { oid: oid ?? 0, value: `{${values.map(element).join(",")}}` }
}

/** A parameter as a driver of the host's sends it: of the type that our own client gives it, and as text. */
export const hostParameter = (
  value: unknown,
): { readonly oid: number; readonly value: string | Buffer | null } => {
  if (value === null || value === undefined) return { oid: 0, value: null }
  if (Array.isArray(value)) return arrayOf(value)
  if (value instanceof Date) return { oid: OID.timestamptz, value: value.toISOString() }
  if (value instanceof Uint8Array) return { oid: OID.bytea, value: Buffer.from(value) }
  if (typeof value === "object")
    throw new TypeError("Only texts, numbers, moments, bytes and lists of them are sent")
  return { oid: oidOf(value), value: String(value) }
}

type Read = (text: string) => unknown

const asText: Read = (text) => text
const readers = new Map<number, Read>([
  [OID.bool, (text) => text === "t"],
  [OID.int2, Number],
  [OID.int4, Number],
  [OID.int8, BigInt],
  [OID.oid, Number],
  [OID.float4, Number],
  [OID.float8, Number],
  [OID.bytea, (text) => new Uint8Array(Buffer.from(text.slice(2), "hex"))],
  [OID.json, (text) => JSON.parse(text)],
  [OID.jsonb, (text) => JSON.parse(text)],
  [OID.timestamptz, (text) => new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"))],
])

const bareOf =
  (read: Read): Read =>
  (text) =>
    text === "NULL" ? null : read(text)

/** The elements of a list of one dimension: quoted, or bare up to the next comma. */
const listOf =
  (read: Read): Read =>
  (text) => {
    const [elements, bare] = [text.slice(1, -1), bareOf(read)]
    if (elements === "") return []
    if (!elements.includes('"')) return elements.split(",").map(bare)
    return [...elements.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(([, quoted, text]) =>
      quoted === undefined ? bare(text!) : read(quoted.replace(/\\(.)/gs, "$1")),
    )
  }

for (const oid of [...readers.keys(), OID.text, OID.varchar, OID.name, OID.numeric, OID.uuid]) {
  const list = arrayOids.get(oid)
  if (list !== undefined) readers.set(list, listOf(readers.get(oid) ?? asText))
}

/** How a value of the type is read from its text, to what our own client gives for it. */
export const hostReader = (oid: number): Read => readers.get(oid) ?? asText

import { AdapterFault } from "@hangtag/core"
import { Result, Schema, SchemaIssue } from "effect"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Where a value does not fit: nothing of the value, which may be private. */
const placesIn = (issue: SchemaIssue.Issue): string =>
  issuesOf(issue)
    .issues.map(({ path = [] }) => path.map(String).join(".") || "the whole")
    .join(", ")

/**
 * Reads the JSON text that a column keeps, by its schema. Throws `AdapterFault`, a defect, with table, column and key of a row
 * that does not fit: another program wrote it, or a version that knew other members.
 */
export const storedJson = <A>(column: string, schema: Schema.Decoder<A>) => {
  const decode = Schema.decodeUnknownResult(Schema.fromJsonString(schema))
  return (text: string, ...key: ReadonlyArray<string>): A =>
    Result.getOrThrowWith(
      decode(text),
      ({ issue }) =>
        new AdapterFault(
          "@hangtag/postgres",
          column,
          `of ${JSON.stringify(key)} does not fit its schema: ${placesIn(issue)}`,
        ),
    )
}

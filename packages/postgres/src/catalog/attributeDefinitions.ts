import type { AttributeDefinition } from "@hangtag/core"
import type { SqlClient } from "effect/sql/SqlClient"

/** The attribute keys that products or variants of the organization carry, by key, with their labels. */
export const attributeDefinitions = (sql: SqlClient, organization: string | null) => sql<AttributeDefinition>`
  select a.attribute_key, l.label from hangtag_attribute a
  left join hangtag_attribute_label l on l.organization = ${organization} and l.attribute_key = a.attribute_key
  where a.organization = ${organization} and a.carriers > 0 order by a.attribute_key`

import * as Statement from "effect/sql/Statement"

/** How statements become text: parameters as `$1`, identifiers quoted. */
export const compiler: Statement.Compiler = Statement.makeCompiler<never>({
  dialect: "pg",
  placeholder: (index) => `$${index}`,
  onIdentifier: Statement.defaultEscape('"'),
  onRecordUpdate: (placeholders, alias, columns, values, returning) => [
    `(values ${placeholders}) as ${alias}${columns}${returning ? ` returning ${returning[0]}` : ""}`,
    returning ? [...values.flat(), ...returning[1]] : values.flat(),
  ],
  onCustom: () => {
    throw new TypeError("There are no fragments of our own")
  },
})

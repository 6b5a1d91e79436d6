import type { SchemaAST } from "effect"
import { laxAmount } from "./laxAmount.ts"
import { laxDecimal } from "./laxDecimal.ts"

/** Reads a value as pydantic does; gives a `Refusal` where it is none. */
export type Parse = (input: unknown) => unknown

const decimals = { amount: laxAmount, signed: laxDecimal }

/** How a declaration reads its value: one of a query (`queryOf`), or a decimal of the core's; `undefined` for others. */
export const parseOf = ({ annotations }: SchemaAST.Declaration): Parse | undefined =>
  (annotations?.parse as Parse | undefined) ?? decimals[annotations?.decimal as keyof typeof decimals]

import { Transaction } from "@hangtag/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MemoryCatalog } from "./MemoryCatalog.ts"

/** Transactions in turn; other readers see none of it before its end. */
export const memoryTransaction: Layer.Layer<Transaction, never, MemoryCatalog> = Layer.effect(
  Transaction,
  Effect.map(MemoryCatalog, ({ atomically }) => Transaction.of({ atomically })),
)

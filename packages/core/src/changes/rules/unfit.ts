import { BatchUnsuitable } from "../../kernel/errors.ts"
import type { BatchKind, PriceBatchStatus } from "../PriceBatch.ts"

/** Why a batch that is not published cannot be filled as a batch of a kind; undefined where it can. */
export const unfit = (
  {
    key,
    kind,
    status,
    reverts = null,
  }: {
    readonly key: string
    readonly kind: BatchKind
    readonly status: PriceBatchStatus
    readonly reverts?: string | null
  },
  wanted: BatchKind,
): BatchUnsuitable | undefined => {
  const problem =
    status === "discarded"
      ? "was discarded; use an open batch"
      : kind === wanted
        ? reverts === null
          ? undefined
          : `takes ${reverts} back, and holds nothing else; use another batch`
        : kind === "price_change"
          ? "holds a price change; use a republish batch"
          : "is for republishing; use a price change's, or none for a new one"
  return problem === undefined ? undefined : new BatchUnsuitable({ batch_key: key, problem })
}

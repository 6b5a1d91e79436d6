import { NotFound } from "../kernel/errors.ts"
import { operation } from "../kernel/operation.ts"
import { BatchKey, requireBatch } from "./changeTarget.ts"
import { PriceBatch } from "./PriceBatch.ts"
import { PriceChangeRepository } from "./PriceChangeRepository.ts"

/** A batch as it stands. Fails with `NotFound`. Needs `batch:read`. */
export const getPriceBatch = operation({
  name: "getPriceBatch",
  permission: "batch:read",
  input: BatchKey,
  output: PriceBatch,
  errors: [NotFound],
  ports: [PriceChangeRepository],
  limits: [],
  effect: "read",
  run: (principal, { batch_key }) => requireBatch(principal.organization, batch_key),
})

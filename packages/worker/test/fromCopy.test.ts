import { assert, it } from "@effect/vitest"
import type { JobRequest } from "@hangtag/core"
import { StaleReads } from "@hangtag/core/adapter"
import { aJobRecord, anExportRequest } from "@hangtag/testkit"
import { Effect } from "effect"
import { fromCopy } from "../src/runClaimed.ts"

it.effect.each<{
  readonly attempt: number
  readonly request: JobRequest
  readonly allowed: string | undefined
}>([
  { attempt: 1, request: anExportRequest(), allowed: "caught-up" },
  { attempt: 2, request: anExportRequest(), allowed: undefined },
  { attempt: 1, request: anExportRequest({ price_known_at: "2026-01-01T00:00:00Z" }), allowed: undefined },
  { attempt: 1, request: anExportRequest({ price_known_at: null }), allowed: "caught-up" },
])(
  "run $attempt of an export reads what has caught up where it may: $allowed",
  ({ attempt, request, allowed }) =>
    Effect.gen(function* () {
      const stale = yield* fromCopy(aJobRecord({ attempt }), request)(StaleReads)
      assert.strictEqual(stale?.allowed, allowed)
    }),
)

import type { RefusedColorway } from "@hangtag/client"
import { useEffect } from "preact/hooks"
import { hereWith } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { rememberLines } from "../../app/lastPlace.ts"
import { useDo } from "../../app/useDo.ts"
import { counted } from "../../format/decimal.ts"
import { messageOf } from "../../format/messageOf.ts"
import { Button } from "../../parts/Button.tsx"
import { GenerateAct } from "../../parts/GenerateAct.tsx"
import { useGenerated } from "../../parts/useGenerated.ts"
import { conflictOf } from "./Conflict.tsx"
import { inPlaceOf } from "./inPlaceOf.ts"
import { Refusal } from "./Refusal.tsx"
import { generateText, riskText } from "./risks.ts"
import { mostListed, type useChange } from "./useChange.ts"

interface GenerateProps {
  readonly brand: string
  readonly zone: string
  /** The open batch that it replaces; empty: none. */
  readonly instead: string
  readonly change: ReturnType<typeof useChange>
  /** Why it cannot be generated, if so. */
  readonly reason: string | undefined
  /** Whether the preview of these lines is still awaited. */
  readonly isLoading: boolean
  readonly onLookAgain: () => void
  readonly onEndWithout: () => void
}

type Reason = RefusedColorway["reason"]

/** What keeps it from being written, in the words of the page. */
const reasonWords: Readonly<Record<Reason, string>> = {
  blocked: "The brand's price policy blocks this change: see the warnings above.",
  collides: "“Do not generate” is chosen for a price that it meets: choose otherwise above.",
  no_return: "Decide above what happens to prices that have nothing to return to.",
  stale: "The prices have changed meanwhile: look at them again.",
}

/** Makes a batch of drafts of the lines, and says before what it would write and what is risky about that. */
export const Generate = ({ brand, instead, change: { body, dry }, reason, ...of }: GenerateProps) => {
  const generated = useGenerated()
  const generate = useDo(async (idempotencyKey, asked: string, replaced: string) => {
    const body = JSON.parse(asked)
    return inPlaceOf(replaced, () =>
      api.generatePriceChange({ brand_key: brand, ...body }, { idempotencyKey }),
    )
  })
  // what was refused was another request
  useEffect(generate.clear, [JSON.stringify(body)])
  const work = async () => {
    const done = await generate.run(JSON.stringify(body), instead)
    if (done?.batch_key == null) return
    rememberLines(done.batch_key, hereWith({ instead: "" }))
    const drafts = done.created + done.colorways.reduce((sum, { returns }) => sum + returns, 0)
    generated(drafts, done.batch_key)
  }
  const [found] = dry.data?.colorways ?? []
  const isLoading = of.isLoading || dry.isLoading
  const noReturn = found?.no_return.length ?? 0
  const [refused] = dry.data?.refused_colorways ?? []
  const problem =
    reason ??
    (dry.error && messageOf(dry.error)) ??
    (refused ? reasonWords[refused.reason] : (dry.data?.problem ?? undefined))
  const risks = {
    drafts: (found?.created ?? 0) + (found?.returns ?? 0),
    warnings: found?.warnings.length ?? 0,
    collisions: found?.collisions.length ?? 0,
    areMore: (found?.collisions.length ?? 0) >= mostListed,
  }
  const risky = riskText(risks)
  const isNothing =
    body.colorways[0]!.lines.length === 0 || (dry.data !== undefined && risks.drafts === 0 && noReturn === 0)
  const isReady = found !== undefined && !isNothing && problem === undefined
  return (
    <div class="generate">
      {generate.error !== undefined && (
        <Refusal title="Nothing was generated" error={generate.error} brand={brand} zone={of.zone}>
          {conflictOf(generate.error)?.reason === "stale" && (
            <p>
              <Button
                class="small"
                onClick={() => {
                  generate.clear()
                  of.onLookAgain()
                }}
              >
                Look at the prices as they are now
              </Button>
            </p>
          )}
        </Refusal>
      )}
      {noReturn > 0 && !isLoading && (
        <p class="remark warn">
          <span>
            {counted(noReturn, "price")} would have nothing to return to: before, there was none.{" "}
            {problem !== undefined && (
              <Button class="small" onClick={of.onEndWithout}>
                End their price with the line
              </Button>
            )}
          </span>
        </p>
      )}
      <div class="actions">
        {isNothing && !isLoading && reason === undefined ? (
          <p class="muted">Nothing changes yet: give a line another amount.</p>
        ) : (
          <GenerateAct
            isBusy={generate.isBusy}
            {...{ isLoading, isReady, problem }}
            onPress={() => void work()}
            beside={
              risky !== "" && (
                <a class="risks" href="#findings">
                  Look at {risky.replace(" · ", " and ")}
                </a>
              )
            }
          >
            {found === undefined ? "Generate drafts" : generateText(risks)}
          </GenerateAct>
        )}
      </div>
    </div>
  )
}

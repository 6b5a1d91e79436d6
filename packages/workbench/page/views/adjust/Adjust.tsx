import { HangtagError, type PriceAdjustmentResult } from "@hangtag/client"
import { useEffect, useRef, useState } from "preact/hooks"
import { hereWith, setState, useAddress } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useWorkedBrand } from "../../app/brands.ts"
import { rememberLines } from "../../app/lastPlace.ts"
import { useListShown } from "../../app/listShown.ts"
import { useAsk } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { counted } from "../../format/decimal.ts"
import { GenerateAct } from "../../parts/GenerateAct.tsx"
import { Head } from "../../parts/Head.tsx"
import { InList } from "../../parts/InList.tsx"
import { Missing } from "../../parts/Missing.tsx"
import { Empty, Failure, Waiting } from "../../parts/States.tsx"
import { tellError } from "../../parts/tellError.ts"
import { useGenerated } from "../../parts/useGenerated.ts"
import { choicesIn } from "../priceChange/collisionChoices.ts"
import { inPlaceOf } from "../priceChange/inPlaceOf.ts"
import { Replacing } from "../priceChange/Replacing.tsx"
import { generateText, riskText } from "../priceChange/risks.ts"
import { AdjustForm } from "./AdjustForm.tsx"
import { AdjustPreview } from "./AdjustPreview.tsx"
import { adjustmentOf, draftIn } from "./adjustment.ts"
import { type Colorways, colorwaysAfter } from "./colorwaysAfter.ts"

/** Why an adjustment cannot be generated; the colorways that it is about are named above. */
const reasonOf = ({
  problem,
  total_refused,
}: Pick<PriceAdjustmentResult, "problem" | "total_refused">): string =>
  total_refused === 0
    ? problem!
    : `${counted(total_refused, "colorway")} cannot be adjusted so: leave ${total_refused === 1 ? "it" : "them"} out, or choose otherwise above.`

/** Prices of many colorways at once, by percent, by amount, or to one price, with what comes of it. */
export const Adjust = () => {
  const { query } = useAddress()
  const list = useListShown(query)
  const draft = { ...draftIn(query), list: list.list }
  const body = adjustmentOf(draft, query)
  const brand_key = draft.brand
  const brand = useWorkedBrand(brand_key)
  const instead = query.get("instead") ?? ""
  const tried = body && { ...body, ...(instead !== "" && { replaces: instead }) }
  // what the batch is called changes nothing of it
  const question = JSON.stringify([brand_key, { ...tried, name: undefined }])
  const preview = useAsk(
    tried === undefined ? null : question,
    (signal) =>
      inPlaceOf(instead, () => api.adjustPrices({ brand_key, ...tried!, dry_run: true }, { signal })),
    { after: 350, fresh: false },
  )
  const generated = useGenerated()
  const write = useDo((idempotencyKey, asked: string, replaced: string) => {
    const body = JSON.parse(asked)
    return inPlaceOf(replaced, () => api.adjustPrices(body, { idempotencyKey }))
  })
  // what was refused was another request
  useEffect(write.clear, [question])
  const generate = async () => {
    const done = await write.run(JSON.stringify({ brand_key, ...tried }), instead)
    if (done?.batch_key == null) return
    rememberLines(done.batch_key, hereWith({ instead: "" }))
    generated(done.created + done.returns, done.batch_key)
  }
  const { data } = preview
  const [more, setMore] = useState<{ of?: typeof data; colorways: Colorways }>({ colorways: [] })
  const shown = more.of === data ? more.colorways : (data?.colorways ?? [])
  const asked = useRef<Colorways>(undefined)
  const showMore = async () => {
    if (tried === undefined || preview.isLoading || asked.current === shown) return
    asked.current = shown
    try {
      const next = await colorwaysAfter(brand_key, tried, shown)
      if (asked.current === shown && next.length > 0) setMore({ of: data, colorways: [...shown, ...next] })
    } catch (error) {
      if (asked.current !== shown) return
      asked.current = undefined
      tellError(error)
    }
  }
  const problem = data === undefined || data.problem === null ? undefined : reasonOf(data)
  const isReady = data !== undefined && preview.error === undefined && problem === undefined
  const writes = (data?.created ?? 0) + (data?.withdrawals ?? 0)
  const risks = {
    drafts: (data?.created ?? 0) + (data?.returns ?? 0),
    warnings: data?.warnings ?? 0,
    collisions: shown.reduce((sum, { collisions }) => sum + collisions.length, 0),
    areMore: shown.length < (data?.total_colorways ?? 0),
  }
  return (
    <>
      <Head title="Bulk adjust">
        Adjusts what would be in force on the day
        <InList {...list} />, colorway by colorway. Nothing is written before you generate.
      </Head>
      {instead !== "" && <Replacing batch={instead} />}
      <AdjustForm
        brand={brand.data ?? undefined}
        lists={list.lists}
        draft={draft}
        choices={choicesIn(query)}
        onChange={(members, replace = true) => setState(members, { replace })}
      />
      {write.error !== undefined && <Failure error={write.error} />}
      {brand.data === null && brand_key !== "" ? (
        <Missing of="brand" name={brand_key} member="brand" />
      ) : body === undefined && draft.value !== "" && draft.from === "" ? (
        <Empty title="From when?">
          <p>Give the day on which the new prices begin.</p>
        </Empty>
      ) : body === undefined ? (
        <Empty title="By how much?">
          <p>
            Give a percent, an amount or one price above. Without products or labels it is the whole brand.
          </p>
        </Empty>
      ) : preview.error !== undefined ? (
        <Failure
          error={preview.error}
          {...(!(preview.error instanceof HangtagError) && { again: preview.again })}
        />
      ) : data === undefined || (brand.data ?? brand.error) === undefined ? (
        <Waiting label="Adjusting" />
      ) : (
        <>
          <AdjustPreview
            result={data}
            colorways={shown}
            draft={draft}
            currency={list.currency}
            zone={brand.data?.time_zone ?? "UTC"}
            isLoading={preview.isLoading}
            onMore={() => void showMore()}
          />
          <div class="generate" id="generate" tabIndex={-1}>
            <div class="actions">
              {writes === 0 ? (
                <p class="muted">
                  {data.total_colorways === 0
                    ? "No colorway is like that: choose other products, labels or colors, or another brand."
                    : data.no_price > 0 && data.skipped_unchanged === 0
                      ? "Nothing would change: none of them has a price of these types on that day."
                      : "Nothing would change: every price there is what it would become."}
                </p>
              ) : (
                <GenerateAct
                  isBusy={write.isBusy}
                  isLoading={preview.isLoading}
                  isReady={isReady}
                  problem={problem}
                  onPress={() => void generate()}
                  beside={
                    riskText(risks) !== "" && (
                      <a class="risks" href={problem === undefined ? "#remarks" : "#refused"}>
                        Look at {riskText(risks).replace(" · ", " and ")}
                      </a>
                    )
                  }
                >
                  {generateText(risks)}
                </GenerateAct>
              )}
            </div>
          </div>
        </>
      )}
    </>
  )
}

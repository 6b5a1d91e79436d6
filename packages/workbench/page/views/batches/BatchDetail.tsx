import type { PriceBatch } from "@hangtag/client"
import { useState } from "preact/hooks"
import { open, pathOf } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useBrand } from "../../app/brands.ts"
import { useCaller, useMay } from "../../app/caller.ts"
import { focusView } from "../../app/focusView.ts"
import { linesOf } from "../../app/lastPlace.ts"
import { doSoon, tell, tellFailure } from "../../app/notices.ts"
import { listNames, usePriceLists } from "../../app/priceLists.ts"
import { askAgain, useAsk } from "../../app/useAsk.ts"
import { showCount } from "../../format/decimal.ts"
import { isolated } from "../../format/isolated.ts"
import { messageOf } from "../../format/messageOf.ts"
import { showMoment } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { Fact } from "../../parts/Facts.tsx"
import { Link } from "../../parts/Link.tsx"
import { Answer } from "../../parts/States.tsx"
import { ExportRows } from "../sheets/ExportRows.tsx"
import { BatchRecords } from "./BatchRecords.tsx"
import { ChangeSheet } from "./ChangeSheet.tsx"
import { GoesLive } from "./GoesLive.tsx"
import { Note } from "./Note.tsx"
import { Publish } from "./Publish.tsx"
import { Review, Unread } from "./Review.tsx"
import { isComparedAtOnce, readReview, warningsOf } from "./readReview.ts"
import { rowsOfBatch } from "./rowsOfBatch.ts"
import { TakeBack } from "./TakeBack.tsx"
import { useMoments } from "./useMoments.ts"

interface BatchDetailProps {
  readonly batchKey: string
  readonly query: URLSearchParams
  readonly onList: () => void
}

/** The batch that takes this one back, if any. */
const takenBackBy = async ({ key }: PriceBatch, signal: AbortSignal) => {
  const { items } = await api.listPriceBatches({ reverts: key, limit: 200 }, { signal })
  return items.find(({ status }) => status !== "discarded") ?? null
}

/** One batch: what goes live when, and what can be done with it. */
export const BatchDetail = ({ batchKey, query, onList }: BatchDetailProps) => {
  const [mayPublish, mayWrite, mayRead] = [
    useMay("batch:publish"),
    useMay("price:write"),
    useMay("price:read"),
  ]
  const mayExport = useMay("product:read")
  const lists = listNames(usePriceLists().data)
  const batch = useAsk(
    `batch ${batchKey}`,
    (signal) => api.getPriceBatch({ batch_key: batchKey }, { signal }),
    { fresh: false },
  )
  const brand = useBrand(batch.data?.brand_key ?? "")
  const zone = brand.data?.time_zone ?? "UTC"
  // days of another zone than the brand's would stand there for a moment
  const isZoneKnown = !brand.isLoading || brand.data !== undefined
  const backs = useAsk(
    batch.data?.status === "published" ? `taken back ${batchKey}` : null,
    (signal) => takenBackBy(batch.data!, signal),
    { fresh: false },
  )
  const moments = useMoments(mayRead ? batch.data : null)
  const [isComparing, setComparing] = useState(false)
  const isReviewable = mayRead && batch.data !== undefined && batch.data.status !== "discarded"
  const isReviewed = isReviewable && (isComparing || isComparedAtOnce(batch.data!))
  const holds = JSON.stringify([batch.data?.status, batch.data?.counts])
  const [reviewed, setReviewed] = useState(0)
  // a hundred colorways a page: those before are asked for with those that follow
  const review = useAsk(
    isReviewed ? `review ${batchKey} ${holds} ${reviewed}` : null,
    (signal) => readReview(batchKey, reviewed, signal),
    { fresh: false },
  )
  const { subject } = useCaller()
  const discard = () =>
    doSoon(`${isolated(batchKey)} is being discarded: its drafts will be withdrawn`, async () => {
      try {
        const { discarded_by } = await api.discardPriceBatch({ batch_key: batchKey })
        if (discarded_by !== subject)
          tell(
            `${isolated(batchKey)} was discarded by ${isolated(discarded_by ?? "another person")} before you`,
          )
      } catch (error) {
        const message = messageOf(error as Error)
        const now = await api.getPriceBatch({ batch_key: batchKey }).catch(() => undefined)
        tellFailure(
          now?.status === "published"
            ? `${isolated(batchKey)} was not discarded: ${isolated(now.published_by ?? "another person")} has published it meanwhile`
            : `${isolated(batchKey)} was not discarded: ${message}`,
        )
      }
      askAgain()
    })
  return (
    <>
      <nav aria-label="Back">
        <Link href={pathOf("batches")}>← Batches</Link>
      </nav>
      <Answer of={batch} label="Opening the batch">
        {(data) => {
          const lines = data.status === "open" ? linesOf(data.key) : undefined
          const isTakenBack = backs.data?.status === "published"
          return (
            <>
              <div class="head">
                <div>
                  <h1>
                    <bdi>{data.name ?? data.key}</bdi>{" "}
                    {isTakenBack ? (
                      <span class="badge warn">taken back</span>
                    ) : (
                      <span class={`badge ${data.status}`}>{data.status}</span>
                    )}
                  </h1>
                  <p>
                    {data.name !== null && <code>{data.key} · </code>}
                    {data.kind === "republish" ? "Republish batch" : "Price change"}
                    {data.reverts !== null && (
                      <>
                        , takes back{" "}
                        <Link href={pathOf("batches", { key: data.reverts })}>{data.reverts}</Link>
                      </>
                    )}
                    {backs.data && (
                      <>
                        , {backs.data.status === "published" ? "taken back by" : "to be taken back by"}{" "}
                        <Link href={pathOf("batches", { key: backs.data.key })}>{backs.data.key}</Link>
                      </>
                    )}
                  </p>
                </div>
                <div class="actions">
                  {data.status === "open" && mayWrite && lines !== undefined && (
                    <Button onClick={() => open(`${lines}&instead=${encodeURIComponent(data.key)}`)}>
                      Change the lines
                    </Button>
                  )}
                  {data.status === "open" && mayWrite && (
                    <Button
                      onClick={() => {
                        discard()
                        onList()
                      }}
                    >
                      Discard
                    </Button>
                  )}
                  {mayExport &&
                    data.status !== "discarded" &&
                    data.counts.records + data.counts.withdrawals > 0 && <ChangeSheet batchKey={data.key} />}
                  {data.status === "published" && mayPublish && backs.data === null && (
                    <TakeBack batch={data} />
                  )}
                </div>
              </div>
              <dl class="facts">
                <Fact name="Prices set" value={showCount(data.counts.records)} />
                {data.counts.withdrawals > 0 && (
                  <Fact name="Will not come" value={showCount(data.counts.withdrawals)} />
                )}
                <Fact name="Brand" value={brand.data?.name ?? data.brand_key ?? "any"} />
                {data.created_at !== null && (
                  <Fact
                    name={`Made by ${isolated(data.created_by ?? "")} · your time`}
                    value={showMoment(data.created_at)}
                  />
                )}
                {data.published_at !== null && (
                  <Fact
                    name={`Published by ${isolated(data.published_by ?? "")} · your time`}
                    value={showMoment(data.published_at)}
                  />
                )}
                {data.discarded_at !== null && (
                  <Fact
                    name={`Discarded by ${isolated(data.discarded_by ?? "")} · your time`}
                    value={showMoment(data.discarded_at)}
                  />
                )}
              </dl>
              <Note batch={data} onNoted={batch.again} />
              {mayRead && isZoneKnown && (
                <GoesLive
                  batch={data}
                  moments={moments}
                  zone={zone}
                  lists={lists}
                  isTakenBack={isTakenBack}
                />
              )}
              {isReviewable && !isReviewed && <Unread batch={data} onRead={() => setComparing(true)} />}
              {isReviewed && (
                <Review
                  batch={data}
                  of={review}
                  lists={lists}
                  onMore={() => setReviewed((more) => more + 1)}
                />
              )}
              {isReviewable && mayExport && data.counts.records + data.counts.withdrawals > 0 && (
                <section class="panel" aria-label="Price sheet">
                  <ExportRows of={data.key} rows={() => rowsOfBatch(data.key, data.brand_key)} />
                </section>
              )}
              {data.status === "open" && mayPublish && (
                <Publish
                  batch={data}
                  {...{ zone, lists, moments }}
                  warnings={review.data === undefined ? { count: 0, shown: [] } : warningsOf(review.data)}
                  isReviewing={(isReviewed && review.isLoading) || !isZoneKnown}
                  onRefused={async () => {
                    const { status, discarded_by } = await api.getPriceBatch({ batch_key: data.key })
                    if (status === "discarded")
                      tellFailure(
                        `${isolated(data.key)} was discarded by ${isolated(discarded_by ?? "another person")}: nothing was published`,
                      )
                    batch.again()
                  }}
                  onPublished={() => {
                    batch.again()
                    focusView()
                  }}
                />
              )}
              {isZoneKnown && (
                <BatchRecords
                  batchKey={data.key}
                  query={query}
                  zone={zone}
                  lists={lists}
                  version={JSON.stringify([data.status, data.counts])}
                  note={
                    data.status === "discarded"
                      ? "What the batch held when it was discarded; none of it goes live."
                      : undefined
                  }
                  whenEmpty={
                    isTakenBack
                      ? "All of it was taken back."
                      : data.counts.withdrawals > 0
                        ? "The batch sets no price: those above will not come."
                        : "The batch sets no price."
                  }
                />
              )}
            </>
          )
        }}
      </Answer>
    </>
  )
}

import { hereWith, setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { listMember } from "../../app/listMember.ts"
import type { ListShown } from "../../app/listShown.ts"
import { hasNoSession, isLost } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { nameFault } from "../../format/batchName.ts"
import { counted } from "../../format/decimal.ts"
import { hasWholeYear, isBefore, showZone } from "../../format/time.ts"
import { BatchName } from "../../parts/BatchName.tsx"
import { Button } from "../../parts/Button.tsx"
import { GenerateAct } from "../../parts/GenerateAct.tsx"
import { InList } from "../../parts/InList.tsx"
import { Link } from "../../parts/Link.tsx"
import { Failure } from "../../parts/States.tsx"
import { useGenerated } from "../../parts/useGenerated.ts"
import type { Chosen } from "../priceChange/collisionChoices.ts"
import { DateField } from "../priceChange/DateField.tsx"
import { MetFields } from "../priceChange/MetFields.tsx"
import { cellKey, colorwayKey, type EditedColorway, writtenEdit } from "./edits.ts"
import { shownEdit } from "./found.ts"
import { withoutFilters } from "./tableQuery.ts"
import type { Draft } from "./useDraft.ts"
import { choiceMembers, type Previewed, type usePreviews } from "./usePreviews.ts"

interface DraftPanelProps {
  readonly draft: Draft
  readonly shown: ListShown
  /** What waits in other lists. */
  readonly waiting: ReadonlyArray<{
    readonly price_list: string
    readonly name: string
    readonly count: number
  }>
  /** The day on which the new prices begin. */
  readonly from: string
  readonly colorways: ReadonlyArray<EditedColorway>
  readonly previews: ReturnType<typeof usePreviews>
  /** What is said of new prices in rows that the filters hide. */
  readonly unseen: string | undefined
  readonly currency: string | null
  /** The day before which they end; null: for good. */
  readonly effective_until: string | null
  /** Of a brand. */
  readonly zoneOf: (brandKey: string) => string
  readonly chosen: Chosen
  readonly onFrom: (from: string) => void
  readonly onChoose: (chosen: Chosen) => void
}

/** With the basis that its preview judged it by: what has moved since is refused. */
interface Judged extends EditedColorway {
  readonly basis: string
}

const mostMessages = 50

/** What the edits meet, a sentence each with its colorway. */
const Messages = ({
  draft,
  colorways,
  previews,
  zoneOf,
  ...list
}: Pick<DraftPanelProps, "draft" | "colorways" | "previews" | "currency" | "effective_until" | "zoneOf">) => {
  const byKey = new Map(colorways.map((each) => [colorwayKey(each), each]))
  const messages = [...draft.edits.values()].flatMap((edit) => {
    const colorway = byKey.get(colorwayKey(edit))
    const shown = shownEdit(
      edit,
      { ...list, zone: zoneOf(edit.brand_key) },
      colorway,
      colorway && previews.of(colorway),
    )
    return shown.messages.map((message) => ({ edit, message, tone: shown.tone }))
  })
  // what keeps all from being written comes first
  messages.sort((a, b) => Number(b.tone === "bad") - Number(a.tone === "bad"))
  if (messages.length === 0) return null
  return (
    <ul class="draftmessages" tabIndex={0} aria-label="What the new prices meet">
      {messages.slice(0, mostMessages).map(({ edit, message, tone }, index) => (
        <li key={index} class={tone}>
          <bdi>{[edit.name, edit.color, ...(edit.of ? [edit.of.size] : [])].join(", ")}</bdi>{" "}
          {edit.price_type}: {message}
        </li>
      ))}
      {messages.length > mostMessages && <li>and {counted(messages.length - mostMessages, "other")}</li>}
    </ul>
  )
}

/** The edits as one draft change: its day, what it would write, and the press that makes a batch of it. */
export const DraftPanel = ({
  draft,
  shown,
  waiting,
  from,
  colorways,
  previews,
  unseen,
  currency,
  effective_until,
  zoneOf,
  chosen,
  onFrom,
  onChoose,
}: DraftPanelProps) => {
  const generated = useGenerated()
  const generate = useDo(async (idempotencyKey, asked: string) => {
    const { colorways, name }: { colorways: ReadonlyArray<Judged>; name: string } = JSON.parse(asked)
    const byBrand = [...Map.groupBy(colorways, ({ brand_key }) => brand_key)]
    // brands have policies of their own: of several each fills the same batch
    let batch_key: string | null =
      byBrand.length === 1
        ? null
        : (await api.createPriceBatch({ kind: "price_change", name: name || null }, { idempotencyKey })).key
    let drafts = 0
    try {
      for (const [place, [brand_key, own]] of byBrand.entries()) {
        const body = {
          brand_key,
          ...choiceMembers(chosen),
          ...(batch_key === null ? { name: name || null } : { batch_key }),
          colorways: own.map(({ product_key, color, lines, basis }) => ({
            product_key,
            color,
            lines,
            basis,
          })),
        }
        const done = await api.generatePriceChange(body, { idempotencyKey: `${idempotencyKey}-${place}` })
        batch_key = done.batch_key
        drafts += done.created
      }
    } catch (error) {
      // half of them is no batch; what was not answered goes on with it
      if (byBrand.length > 1 && !isLost(error) && !hasNoSession(error))
        await api.discardPriceBatch({ batch_key: batch_key! }).catch(() => {})
      throw error
    }
    return { batch_key: batch_key!, drafts }
  })
  const founds = colorways.map((each) => previews.of(each))
  const known = founds.filter((each): each is Previewed => each !== undefined)
  const sum = (of: (found: Previewed) => number) => known.reduce((total, each) => total + of(each), 0)
  const drafts = sum(({ created }) => created)
  const warnings = sum(({ warnings }) => warnings.length)
  const collisions = sum(({ collisions }) => collisions.length)
  // what begins at another moment stays, whatever is chosen
  const meets = known.some(({ collisions }) => collisions.some(({ kind }) => kind === "same_instant"))
  const refused = known.filter((each) => each.refused !== undefined)
  const faults = [...draft.edits.values()].filter(
    ({ text }) => writtenEdit(text, { currency, effective_until }).problem !== undefined,
  )
  const isEndless = refused.some((each) => each.refused === "no_return")
  const zones = [...new Set(colorways.map(({ brand_key }) => zoneOf(brand_key)))]
  const untilFault =
    draft.until === ""
      ? undefined
      : !hasWholeYear(draft.until)
        ? "Write the year with four digits"
        : zones.some((zone) => !isBefore(from, draft.until, zone))
          ? "Must be after it begins"
          : undefined
  const problem =
    faults.length > 0
      ? `${counted(faults.length, "cell has", "cells have")} no amount: mend or clear ${faults.length === 1 ? "it" : "them"}.`
      : !hasWholeYear(from)
        ? "Choose the day on which the new prices begin."
        : (untilFault ??
          nameFault(draft.name) ??
          (refused.length > 0
            ? `${counted(refused.length, "colorway")} cannot be written so: see the marked cells.`
            : !previews.isLoading && drafts === 0
              ? "Nothing would change: every price there is what it would become."
              : undefined))
  const isReady =
    problem === undefined &&
    previews.error === undefined &&
    colorways.length > 0 &&
    known.length === colorways.length
  const work = async () => {
    const sent = draft.edits
    const judged = colorways.map((each): Judged => ({ ...each, basis: previews.of(each)!.basis }))
    const done = await generate.run(
      JSON.stringify({ colorways: judged, name: draft.name.trim(), price_list: draft.price_list, chosen }),
    )
    if (done === undefined) return
    // what was typed meanwhile stays
    draft.without((edit) => sent.get(cellKey(edit))?.text === edit.text)
    draft.say({ name: "", from: null })
    generated(done.drafts, done.batch_key)
  }
  return (
    <section
      class={`panel draft ${draft.edits.size === 0 ? "offpaper" : ""}`}
      aria-label="Draft change"
      aria-busy={previews.isLoading}
    >
      <header>
        <h2>
          Draft change
          <InList {...shown} /> <span class="muted">{counted(draft.edits.size, "new price")}</span>
        </h2>
        <p role="status" class="muted">
          {draft.edits.size === 0
            ? ""
            : previews.isLoading
              ? "Looking…"
              : `${counted(drafts, "draft")}, ${counted(warnings, "warning")}, ${counted(collisions, "collision")}`}
        </p>
      </header>
      <div class="inside">
        {waiting.map(({ price_list, name, count }) => (
          <p class="remark" key={price_list}>
            <Link href={hereWith(listMember(price_list))}>
              {counted(count, "amount waits", "amounts wait")} in <bdi>{name}</bdi>
            </Link>
          </p>
        ))}
        {draft.edits.size === 0 ? (
          <p class="muted">
            Type an amount beside a price, or “end” to end it, or paste a block: it is gathered here.
          </p>
        ) : (
          <>
            <div class="tablefilters">
              <DateField label="From" value={from} whenEmpty="the day on which they begin" onInput={onFrom} />
              <DateField
                label="Until (or for good)"
                whenEmpty="for good"
                isEnd
                value={draft.until}
                fault={untilFault}
                onInput={(until) => draft.say({ until })}
              />
              <BatchName value={draft.name} onInput={(name) => draft.say({ name })} />
              <MetFields {...{ chosen, meets, isEndless, onChoose }} />
            </div>
            {zones.length > 0 && (
              <p class="hint">
                Days begin at midnight, {zones.map(showZone).join(", ")}, each brand by its own.
              </p>
            )}
            <Messages {...{ draft, colorways, previews, currency, effective_until, zoneOf }} />
            {previews.error !== undefined && <Failure error={previews.error} again={previews.again} />}
            {generate.error !== undefined && (
              <Failure
                error={generate.error}
                again={() => {
                  generate.clear()
                  previews.again()
                }}
              />
            )}
            {unseen !== undefined && (
              <p role="status" class="remark warn">
                {unseen}{" "}
                <Button class="quiet" onClick={() => setState(withoutFilters)}>
                  Show all rows
                </Button>
              </p>
            )}
            <div class="actions">
              <GenerateAct
                isBusy={generate.isBusy}
                isLoading={previews.isLoading}
                isReady={isReady}
                problem={problem}
                onPress={() => void work()}
                beside={
                  <Button
                    class="quiet"
                    onClick={() => {
                      draft.without(() => true)
                      draft.say({ from: null })
                    }}
                  >
                    Clear all
                  </Button>
                }
              >
                Generate {counted(drafts, "draft")}
              </GenerateAct>
            </div>
          </>
        )}
      </div>
    </section>
  )
}

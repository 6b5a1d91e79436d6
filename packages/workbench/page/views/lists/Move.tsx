import type { PriceList } from "@hangtag/client"
import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { tell } from "../../app/notices.ts"
import { askAgain, useAsk } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { counted, showRange } from "../../format/decimal.ts"
import { isolated } from "../../format/isolated.ts"
import { hasWholeYear, showInstant } from "../../format/time.ts"
import { SelectField, TextField } from "../../parts/Field.tsx"
import { listOptions } from "../../parts/ListBox.tsx"
import { ListsShown } from "../../parts/ListsShown.tsx"
import { MainAct } from "../../parts/MainAct.tsx"
import { Answer, Failure } from "../../parts/States.tsx"

type Place = Pick<PriceList, "parent" | "archived">
type Moved = Awaited<ReturnType<typeof api.previewPriceListMove>>

const dayOf = (text: string): string => showInstant(Date.parse(text), "UTC")

const placeText = ({ parent, archived }: Place): string =>
  archived ? "archived" : parent === null ? "no parent list" : `falls back to ${isolated(parent)}`

interface MoveProps {
  readonly list: PriceList
  readonly lists: ReadonlyArray<PriceList>
}

/** Another parent of a list, or its archiving: what it would show another price of, and where else that would be seen. */
export const Move = ({ list, lists }: MoveProps) => {
  const { price_list, name, currency, upcoming } = list
  const mayWrite = useMay("price:write")
  const [chosen, choose] = useState<Partial<Place>>({})
  const [from, setFrom] = useState("")
  // what is not chosen is as it is on that day, and stays
  const then =
    upcoming.findLast(({ effective_from }) => Date.parse(effective_from) <= Date.parse(from)) ?? list
  const { parent, archived } = { ...then, ...chosen }
  const place = { ...chosen, effective_from: from || null }
  const isWhole = from === "" || hasWholeYear(from)
  const preview = useAsk(
    isWhole ? JSON.stringify([price_list, place]) : null,
    (signal) => api.previewPriceListMove({ price_list, ...place }, { signal }),
    { after: 180, fresh: false },
  )
  const move = useDo(() => api.updatePriceList({ price_list, ...place }))
  const press = async () => {
    if ((await move.run()) === undefined) return
    tell(`${isolated(name)} is changed`)
    askAgain()
  }
  const others = lists.filter((each) => each.currency === currency && each.price_list !== price_list)
  return (
    <section class="panel" aria-label={`Parent list of ${name}`} aria-busy={preview.isLoading}>
      <header>
        <h2>Parent list</h2>
        <p>
          {[
            `${currency ?? "no currency"}, ${placeText(list)}`,
            ...upcoming.map((each) => `${placeText(each)} from ${dayOf(each.effective_from)}`),
          ].join("; ")}
        </p>
      </header>
      <div class="inside">
        <SelectField
          label="Parent list"
          hint="Shown are its prices where the list has none"
          value={parent ?? ""}
          options={[["", "None"], ...listOptions(others)]}
          // no list has an empty key
          onChoose={(key) => choose({ ...chosen, parent: key || null })}
        />
        <SelectField
          label="State"
          value={archived ? "archived" : ""}
          options={[
            ["", "In use"],
            ["archived", "Archived"],
          ]}
          onChoose={(state) => choose({ ...chosen, archived: state !== "" })}
        />
        <TextField
          label="From"
          type="date"
          max="9999-12-31"
          hint="Empty: at once; days begin in UTC"
          value={from}
          onInput={(event) => setFrom(event.currentTarget.value)}
        />
        {isWhole && (
          <Answer of={preview} label="Comparing prices">
            {(found) => <Found found={found} currency={currency} />}
          </Answer>
        )}
        {move.error && <Failure error={move.error} />}
        {mayWrite && (
          <MainAct
            isBusy={move.isBusy}
            isOff={!isWhole || preview.isLoading || preview.error !== undefined}
            onPress={press}
          >
            {archived && !list.archived ? "Archive the list" : "Change the list"}
          </MainAct>
        )}
      </div>
    </section>
  )
}

const Found = ({ found, currency }: { readonly found: Moved; readonly currency: string | null }) => {
  const range = (of: Moved["items"][number]["before"]) => (of === null ? "none" : showRange(of, currency))
  const listed = new Set(found.items.map(({ product_key, color }) => JSON.stringify([product_key, color])))
  return (
    <>
      <p role="status">
        From {dayOf(found.at)} (UTC), then or later, it would show another price of{" "}
        {counted(found.variants, "variant")} of {counted(found.colorways, "colorway")}
        {!found.is_whole && `, of the first ${counted(found.compared, "variant")}`}.
      </p>
      <ListsShown label="Shown" lists={found.shown_in} />
      <ListsShown label="Not shown, for prices of their own," lists={found.overridden_in} />
      <ul>
        {found.items.map(({ product_key, color, price_type, before, after, variants }) => (
          <li key={`${product_key} ${color} ${price_type}`}>
            {isolated(product_key)}, {isolated(color)}: {price_type} {range(before)} → {range(after)} (
            {counted(variants, "variant")})
          </li>
        ))}
        {found.colorways > listed.size && (
          <li>and {counted(found.colorways - listed.size, "other colorway")}</li>
        )}
      </ul>
    </>
  )
}

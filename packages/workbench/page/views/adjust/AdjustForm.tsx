import type { Brand, OnCollision, PriceList } from "@hangtag/client"
import { useEffect, useRef } from "preact/hooks"
import { type Members, useAddress } from "../../app/address.ts"
import { showZone } from "../../format/time.ts"
import { BatchName } from "../../parts/BatchName.tsx"
import { BrandBox } from "../../parts/BrandBox.tsx"
import { AreaField, Choices, SelectField, TextField } from "../../parts/Field.tsx"
import { ListBox } from "../../parts/ListBox.tsx"
import { ProductBox } from "../../parts/ProductBox.tsx"
import { firstDay, usePolicy } from "../../policy/usePolicy.ts"
import { choiceWords, collisionChoices, kinds, kindWords } from "../priceChange/collisionChoices.ts"
import { DateField } from "../priceChange/DateField.tsx"
import { type Draft, faultsIn } from "./adjustment.ts"

interface AdjustFormProps {
  /** The one that the draft names, or that it is to begin with. */
  readonly brand: Brand | undefined
  readonly lists: ReadonlyArray<PriceList>
  readonly draft: Draft
  readonly choices: Required<OnCollision>
  readonly onChange: (members: Members, replace?: boolean) => void
}

const hints = {
  percent: "-5 takes five percent off, 4 adds four",
  amount: "-10.00 takes ten off each price",
  set: "Every price becomes this one",
} as const

/** Which prices, by how much, how rounded, and when. */
export const AdjustForm = ({ brand, lists, draft, choices, onChange }: AdjustFormProps) => {
  const { query } = useAddress()
  const faults = faultsIn(draft)

  const policy = usePolicy(brand?.brand_key ?? null)

  // once only: a day that is being typed has no value for moments, and is not to be typed over
  const isDated = useRef(draft.from !== "")
  useEffect(() => {
    if (brand === undefined || (draft.brand !== "" && (draft.from !== "" || isDated.current))) return
    // the first day is that of its policy
    if (draft.from === "" && (policy.data ?? policy.error) === undefined) return
    isDated.current = true
    onChange({
      brand: brand.brand_key,
      from: draft.from || firstDay(policy.data?.policy, brand.time_zone),
      // an address that says by how much says how it is rounded too
      ...(draft.value + draft.to + draft.ending === "" && { to: "0.01" }),
    })
  })

  const text =
    (name: keyof Draft & string) => (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ [name]: event.currentTarget.value })
  return (
    <section class="panel" aria-label="Adjustment">
      <div class="inside columns">
        <fieldset class="group">
          <legend>
            <h2>Which prices</h2>
          </legend>
          <BrandBox
            shown={brand?.name ?? draft.brand}
            onChoose={(brand) => onChange({ brand, products: "", out: [], instead: "" }, false)}
          />
          <ListBox list={draft.list} lists={lists} without={["out", "instead"]} />
          {draft.list !== "base" && (
            <SelectField
              label="Prices that are adjusted"
              value={draft.where}
              options={[
                ["own", "those that the list has itself"],
                ["resolved", "all that it shows, written as its own"],
              ]}
              onChoose={(where) => onChange({ where: where === "own" ? "" : where }, false)}
            />
          )}
          <TextField
            label="Price types"
            hint="Several with commas: MAP, MSRP"
            value={draft.types.join(", ")}
            onChange={(event) => onChange({ types: event.currentTarget.value })}
          />
          <ProductBox
            label="Add a product"
            brand={draft.brand}
            onChoose={(key) => onChange({ products: [...draft.products, key].join("\n") })}
          />
          <AreaField
            label="Products, a key a line"
            hint="None: all of the brand"
            rows={3}
            value={query.get("products") ?? ""}
            onInput={text("products")}
          />
          <div class="pair">
            <AreaField
              label="Labels"
              hint="A line each; none: all"
              rows={2}
              value={query.get("labels") ?? ""}
              onInput={text("labels")}
            />
            <AreaField
              label="Colors"
              hint="A line each; none: all"
              rows={2}
              value={query.get("colors") ?? ""}
              onInput={text("colors")}
            />
          </div>
        </fieldset>
        <fieldset class="group">
          <legend>
            <h2>By how much</h2>
          </legend>
          <Choices
            label="How"
            value={draft.kind}
            options={[
              ["percent", "Percent"],
              ["amount", "Amount"],
              ["set", "One price"],
            ]}
            onChoose={(kind) => onChange({ kind, value: "" }, false)}
          />
          <TextField
            label={{ percent: "Percent", amount: "Amount, with a sign", set: "Price" }[draft.kind]}
            hint={hints[draft.kind]}
            inputMode="decimal"
            value={draft.value}
            fault={faults.value}
            onInput={text("value")}
          />
          <div class="pair">
            <TextField
              label="Rounded to"
              placeholder="such as 0.05"
              inputMode="decimal"
              value={draft.to}
              fault={faults.to}
              onInput={text("to")}
            />
            <TextField
              label="Ending in"
              placeholder="such as 0.95"
              inputMode="decimal"
              value={draft.ending}
              fault={faults.ending}
              onInput={text("ending")}
            />
          </div>
          <SelectField
            label="Rounding"
            value={draft.mode}
            options={[
              ["half_up", "To the nearest"],
              ["up", "Up"],
              ["down", "Down"],
            ]}
            onChoose={(mode) => onChange({ mode }, false)}
          />
          <BatchName
            placeholder="such as Winter sale"
            value={draft.name}
            onInput={(name) => onChange({ name })}
          />
        </fieldset>
        <div class="group">
          <fieldset class="group">
            <legend>
              <h2>When</h2>
            </legend>
            <DateField
              label="From"
              value={draft.from}
              fault={faults.from}
              whenEmpty="needed: the day on which the new prices begin"
              onInput={(from) => onChange({ from })}
            />
            <DateField
              label="Until"
              value={draft.until}
              whenEmpty="for good"
              isEnd
              onInput={(until) => onChange({ until })}
            />
            {brand && <p class="hint">Days begin at midnight, {showZone(brand.time_zone)}.</p>}
          </fieldset>
          <fieldset class="group">
            <legend>
              <h2>Where another price is in the way</h2>
            </legend>
            {kinds.map((kind) => (
              <SelectField
                key={kind}
                label={kindWords[kind].title}
                value={choices[kind]}
                options={collisionChoices[kind].map((each) => [each, choiceWords[each]] as const)}
                onChoose={(each) =>
                  onChange({ [kind]: each === collisionChoices[kind][0] ? "" : each }, false)
                }
              />
            ))}
          </fieldset>
        </div>
      </div>
    </section>
  )
}

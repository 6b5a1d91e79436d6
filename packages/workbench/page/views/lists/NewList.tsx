import type { PriceList } from "@hangtag/client"
import { useState } from "preact/hooks"
import { hereWith, setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { tell } from "../../app/notices.ts"
import { askAgain } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { isolated } from "../../format/isolated.ts"
import { Button } from "../../parts/Button.tsx"
import { SelectField, TextField } from "../../parts/Field.tsx"
import { Link } from "../../parts/Link.tsx"
import { listOptions } from "../../parts/ListBox.tsx"
import { Failure } from "../../parts/States.tsx"

interface CurrencyFieldProps {
  readonly value: string
  readonly onInput: (currency: string) => void
}

const CurrencyField = ({ value, onInput }: CurrencyFieldProps) => (
  <TextField
    label="Currency"
    placeholder="such as EUR"
    hint="A code of ISO 4217, said once"
    maxLength={3}
    value={value}
    onInput={(event) => onInput(event.currentTarget.value.toUpperCase())}
  />
)

/** Gives a list that has none its currency. */
export const GiveCurrency = ({ list: { price_list, name } }: { readonly list: PriceList }) => {
  const [currency, setCurrency] = useState("")
  const give = useDo((_, currency: string) => api.updatePriceList({ price_list, currency }))
  const press = async () => {
    if ((await give.run(currency)) === undefined) return
    tell(`Prices of ${isolated(name)} are in ${currency}`)
    askAgain()
  }
  return (
    <section class="panel" aria-label={`Currency of ${name}`}>
      <div class="inside">
        <CurrencyField value={currency} onInput={setCurrency} />
        {give.error && <Failure error={give.error} />}
        <p class="actions">
          <Button disabled={currency.length !== 3} isBusy={give.isBusy} onClick={() => void press()}>
            Say the currency
          </Button>
          <span class="muted">It is what all prices of {name} are in, and cannot be another one later.</span>
        </p>
      </div>
    </section>
  )
}

/** Creates a price list, below another one of its currency or below none. */
export const NewList = ({ lists }: { readonly lists: ReadonlyArray<PriceList> }) => {
  const none = { price_list: "", name: "", currency: "", parent: "" }
  const [said, setSaid] = useState(none)
  const say = (member: keyof typeof said) => (event: { readonly currentTarget: HTMLInputElement }) =>
    setSaid({ ...said, [member]: event.currentTarget.value })
  const create = useDo((idempotencyKey, body: typeof said) =>
    api.createPriceList(
      { ...body, price_list: body.price_list.trim(), name: body.name.trim(), parent: body.parent || null },
      { idempotencyKey },
    ),
  )
  const parents = lists.filter((each) => each.currency !== null && !each.archived)
  const speechless = lists.find((each) => each.currency === null)
  const isWhole = said.price_list.trim() !== "" && said.name.trim() !== "" && said.currency.length === 3
  const press = async () => {
    const made = await create.run(said)
    if (made === undefined) return
    tell(`${isolated(made.name)} is created`)
    setSaid(none)
    setState({ list: made.price_list })
    askAgain()
  }
  return (
    <details class="more">
      <summary>A new price list</summary>
      <div class="tablefilters">
        <TextField label="Key" placeholder="such as EU" value={said.price_list} onInput={say("price_list")} />
        <TextField label="Name" placeholder="such as Europe" value={said.name} onInput={say("name")} />
        <CurrencyField
          value={said.currency}
          onInput={(currency) => setSaid({ ...said, currency, parent: "" })}
        />
        <SelectField
          label="Parent list"
          hint={
            speechless && (
              <>
                {isolated(speechless.name)} can be one once{" "}
                <Link href={hereWith({ list: speechless.price_list })}>it has a currency</Link>
              </>
            )
          }
          value={said.parent}
          options={[["", "None"], ...listOptions(parents)]}
          // both have one currency
          onChoose={(parent) => {
            const { currency } = parents.find((each) => each.price_list === parent) ?? said
            setSaid({ ...said, parent, currency: currency! })
          }}
        />
      </div>
      {create.error && <Failure error={create.error} />}
      <p class="actions">
        <Button disabled={!isWhole} isBusy={create.isBusy} onClick={() => void press()}>
          Create it
        </Button>
      </p>
    </details>
  )
}

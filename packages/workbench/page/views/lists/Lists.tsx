import { setState, useAddress } from "../../app/address.ts"
import { useMay } from "../../app/caller.ts"
import { usePriceLists } from "../../app/priceLists.ts"
import { SelectField } from "../../parts/Field.tsx"
import { Head } from "../../parts/Head.tsx"
import { listOptions } from "../../parts/ListBox.tsx"
import { Missing } from "../../parts/Missing.tsx"
import { Answer } from "../../parts/States.tsx"
import { Move } from "./Move.tsx"
import { GiveCurrency, NewList } from "./NewList.tsx"

/** What each price list falls back to, and what another parent of one would change. */
export const Lists = () => {
  const wanted = useAddress().query.get("list") ?? ""
  const lists = usePriceLists()
  const mayWrite = useMay("price:write")
  return (
    <>
      <Head title="Price lists">See what another parent list would change, before anything is written.</Head>
      <Answer of={lists} label="Reading the price lists">
        {(known) => {
          const list = known.find(({ price_list }) => price_list === wanted)
          return (
            <>
              <section class="panel" aria-label="Choose a price list">
                <div class="inside">
                  <SelectField
                    label="Price list"
                    value={list?.price_list ?? ""}
                    options={[["", "Choose one"], ...listOptions(known)]}
                    onChoose={(list) => setState({ list })}
                  />
                  {mayWrite && <NewList lists={known} />}
                </div>
              </section>
              {mayWrite && list !== undefined && list.currency === null && <GiveCurrency list={list} />}
              {list === undefined && wanted !== "" && <Missing of="price list" name={wanted} member="list" />}
              {list !== undefined && <Move key={list.price_list} list={list} lists={known} />}
            </>
          )
        }}
      </Answer>
    </>
  )
}

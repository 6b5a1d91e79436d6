import { setState, useAddress } from "../../app/address.ts"
import { usePriceLists } from "../../app/priceLists.ts"
import { SelectField } from "../../parts/Field.tsx"
import { Answer } from "../../parts/States.tsx"
import { listOptions, Move } from "./Move.tsx"

/** What each price list falls back to, and what another place of one would change. */
export const Lists = () => {
  const wanted = useAddress().query.get("list")
  const lists = usePriceLists()
  return (
    <>
      <div class="head">
        <div>
          <h1>Price lists</h1>
          <p>See what another place of a list would change, before anything is written.</p>
        </div>
      </div>
      <Answer of={lists} label="Reading the price lists">
        {(known) => {
          const list = known.find(({ price_list }) => price_list === wanted)
          return (
            <>
              <section class="panel inside" aria-label="Choose a price list">
                <SelectField
                  label="Price list"
                  value={list?.price_list ?? ""}
                  options={[["", "Choose one"], ...listOptions(known)]}
                  onChoose={(list) => setState({ list })}
                />
              </section>
              {list !== undefined && <Move key={list.price_list} list={list} lists={known} />}
            </>
          )
        }}
      </Answer>
    </>
  )
}

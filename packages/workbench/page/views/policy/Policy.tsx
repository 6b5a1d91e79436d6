import { type Brand, HangtagError } from "@hangtag/client"
import { useState } from "preact/hooks"
import { setState, useAddress } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { lastBrand, rememberBrand } from "../../app/lastPlace.ts"
import { tell } from "../../app/notices.ts"
import { askAgain, useAsk } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { isolated } from "../../format/isolated.ts"
import { showZone } from "../../format/time.ts"
import { Button } from "../../parts/Button.tsx"
import { SelectField } from "../../parts/Field.tsx"
import { Head } from "../../parts/Head.tsx"
import { MainAct } from "../../parts/MainAct.tsx"
import { Answer, Empty, Failure } from "../../parts/States.tsx"
import { type BrandPolicy, readPolicy, usePolicy, withEtag } from "../../policy/usePolicy.ts"
import { PolicyForm } from "./PolicyForm.tsx"
import { PolicyHistory } from "./PolicyHistory.tsx"
import { draftOf, faultsIn, policyOf } from "./policyDraft.ts"

/** The rules that a brand's prices are judged by, and who changed them when. */
export const Policy = () => {
  const { query } = useAddress()
  const brands = useAsk("brands with policies", (signal) => api.listBrands({ limit: 200 }, { signal }))
  const items = brands.data?.items ?? []
  const wanted = query.get("brand") ?? lastBrand()
  const brand = items.find(({ brand_key }) => brand_key === wanted) ?? items[0]
  const policy = usePolicy(brand?.brand_key ?? null)
  return (
    <>
      <Head
        title="Price policy"
        actions={
          items.length > 1 && (
            <SelectField
              label="Brand"
              value={brand!.brand_key}
              options={items.map(({ brand_key, name }) => [brand_key, name] as const)}
              onChoose={(brand) => {
                rememberBrand(brand)
                setState({ brand, rule: "" })
              }}
            />
          )
        }
      >
        What new prices of a brand are judged by
        {brand && `; days are those of ${showZone(brand.time_zone)}`}.
      </Head>
      {brands.data?.items.length === 0 ? (
        <Empty title="No brand yet">
          <p>Import a catalog: each of its brands has a policy here.</p>
        </Empty>
      ) : (
        <Answer of={brands} label="Reading the policy">
          {() => (
            <Answer of={policy} label="Reading the policy">
              {(known) => (
                <Editor key={brand!.brand_key} brand={brand!} known={known} rule={query.get("rule")} />
              )}
            </Answer>
          )}
        </Answer>
      )}
    </>
  )
}

interface EditorProps {
  readonly brand: Brand
  readonly known: BrandPolicy
  readonly rule: string | null
}

const Editor = ({ brand: { brand_key, name, time_zone }, known, rule }: EditorProps) => {
  const mayWrite = useMay("price:write")
  const [edited, setEdited] = useState({ draft: draftOf(known.policy), ...known })
  const { draft, policy, etag } = edited
  const faults = faultsIn(draft, time_zone)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(policy))
  const save = useDo(() => {
    const ifMatch = etag !== undefined && { ifMatch: etag }
    const body = policyOf(draft)
    return withEtag((onResponse) => api.savePricePolicy({ brand_key, ...body }, { onResponse, ...ifMatch }))
  })
  const show = (known: BrandPolicy) => setEdited({ draft: draftOf(known.policy), ...known })
  const press = async () => {
    const saved = await save.run()
    if (saved === undefined) return
    show(saved)
    tell(`The policy of ${isolated(name)} is saved`)
    askAgain()
  }
  const theirs = useDo(() => readPolicy(brand_key))
  const showTheirs = async () => {
    const known = await theirs.run()
    if (known === undefined) return
    save.clear()
    show(known)
  }
  const isOutdated = save.error instanceof HangtagError && save.error.status === 412
  const why = faults.size > 0 ? "Mend what is marked above first." : isChanged ? "" : "Nothing has changed."
  return (
    <>
      <section class="panel" aria-label="Rules">
        <div class="inside">
          <PolicyForm
            draft={draft}
            faults={faults}
            rule={rule}
            mayWrite={mayWrite}
            onChange={(part) => setEdited({ ...edited, draft: { ...draft, ...part } })}
          />
          {save.error !== undefined && !isOutdated && <Failure error={save.error} />}
          {isOutdated && (
            <div class="remark warn" role="alert">
              <span>Another person has changed the policy since. Nothing was saved.</span>
              <Button class="small" isBusy={theirs.isBusy} onClick={showTheirs}>
                Show theirs
              </Button>
            </div>
          )}
          {mayWrite && (
            <div class="actions">
              <MainAct isBusy={save.isBusy} isOff={why !== ""} why="save-why" onPress={() => void press()}>
                Save the policy
              </MainAct>
              <p class="muted" id="save-why">
                {why || "Prices that are published stay as they are."}
              </p>
            </div>
          )}
        </div>
      </section>
      <PolicyHistory brand={brand_key} zone={time_zone} etag={etag} />
    </>
  )
}

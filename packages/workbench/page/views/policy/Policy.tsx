import { type Brand, HangtagError } from "@hangtag/client"
import { useState } from "preact/hooks"
import { setState, useAddress } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useWorkedBrand } from "../../app/brands.ts"
import { useCaller, useMay } from "../../app/caller.ts"
import { tell } from "../../app/notices.ts"
import { askAgain } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { useKept } from "../../app/useKept.ts"
import { isolated } from "../../format/isolated.ts"
import { showZone } from "../../format/time.ts"
import { BrandBox } from "../../parts/BrandBox.tsx"
import { Button } from "../../parts/Button.tsx"
import { Head } from "../../parts/Head.tsx"
import { MainAct } from "../../parts/MainAct.tsx"
import { Missing } from "../../parts/Missing.tsx"
import { Answer, Empty, Failure } from "../../parts/States.tsx"
import { type BrandPolicy, readPolicy, usePolicy, withEtag } from "../../policy/usePolicy.ts"
import { PolicyForm } from "./PolicyForm.tsx"
import { PolicyHistory } from "./PolicyHistory.tsx"
import { type Draft, draftOf, faultsIn, policyOf } from "./policyDraft.ts"

/** The rules that a brand's prices are judged by, and who changed them when. */
export const Policy = () => {
  const { query } = useAddress()
  const wanted = query.get("brand") ?? ""
  const found = useWorkedBrand(wanted)
  const brand = found.data
  const policy = usePolicy(brand?.brand_key ?? null)
  return (
    <>
      <Head
        title="Price policy"
        actions={
          <BrandBox shown={brand?.name ?? wanted} onChoose={(brand) => setState({ brand, rule: "" })} />
        }
      >
        What new prices of a brand are judged by
        {brand && `; days are those of ${showZone(brand.time_zone)}`}.
      </Head>
      <Answer of={found} label="Reading the policy">
        {(brand) =>
          brand !== null ? (
            <Answer of={policy} label="Reading the policy">
              {(known) => (
                <Editor key={brand.brand_key} brand={brand} known={known} rule={query.get("rule")} />
              )}
            </Answer>
          ) : wanted !== "" ? (
            <Missing of="brand" name={wanted} member="brand" />
          ) : (
            <Empty title="No brand yet">
              <p>Import a catalog: each of its brands has a policy here.</p>
            </Empty>
          )
        }
      </Answer>
    </>
  )
}

/** A policy and what is typed of it. */
interface Edited extends BrandPolicy {
  readonly draft: Draft
}

const isEdited = ({ draft, policy }: Edited): boolean =>
  JSON.stringify(draft) !== JSON.stringify(draftOf(policy))

interface EditorProps {
  readonly brand: Brand
  readonly known: BrandPolicy
  readonly rule: string | null
}

const Editor = ({ brand: { brand_key, name, time_zone }, known, rule }: EditorProps) => {
  const mayWrite = useMay("price:write")
  const { organization } = useCaller()
  // while another view is looked at
  const [kept, keep] = useKept(JSON.stringify(["policy", organization, brand_key]))
  const [edited, setEdited] = useState<Edited>(
    kept === "" ? { draft: draftOf(known.policy), ...known } : JSON.parse(kept),
  )
  const { draft, etag } = edited
  const faults = faultsIn(draft, time_zone)
  const isChanged = isEdited(edited)
  const put = (next: Edited) => {
    setEdited(next)
    keep(isEdited(next) ? JSON.stringify(next) : "")
  }
  const save = useDo(() => {
    const ifMatch = etag !== undefined && { ifMatch: etag }
    const body = policyOf(draft)
    return withEtag((onResponse) => api.savePricePolicy({ brand_key, ...body }, { onResponse, ...ifMatch }))
  })
  const show = ({ policy, etag }: BrandPolicy) => put({ draft: draftOf(policy), policy, etag })
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
            {...{ draft, faults, rule, mayWrite }}
            onChange={(part) => put({ ...edited, draft: { ...draft, ...part } })}
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
              {isChanged && (
                <Button class="quiet" onClick={() => show(edited)}>
                  As it was
                </Button>
              )}
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

import { useRef, useState } from "preact/hooks"
import { pathOf, setState, useAddress } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useMay } from "../../app/caller.ts"
import { tell } from "../../app/notices.ts"
import { listNames, usePriceLists } from "../../app/priceLists.ts"
import { useAsk } from "../../app/useAsk.ts"
import { useDo } from "../../app/useDo.ts"
import { useKept } from "../../app/useKept.ts"
import { nameFault } from "../../format/batchName.ts"
import { counted, showCount } from "../../format/decimal.ts"
import { messageOf } from "../../format/messageOf.ts"
import { namesIn, pastedKeys } from "../../format/pasted.ts"
import { Button } from "../../parts/Button.tsx"
import { Combo } from "../../parts/Combo.tsx"
import { Facts } from "../../parts/Facts.tsx"
import { AreaField, TextField } from "../../parts/Field.tsx"
import { Head } from "../../parts/Head.tsx"
import { Link } from "../../parts/Link.tsx"
import { MainAct } from "../../parts/MainAct.tsx"
import { isNotFound, Missing } from "../../parts/Missing.tsx"
import { Sku } from "../../parts/Sku.tsx"
import { Empty, Failure } from "../../parts/States.tsx"
import { BatchRecords } from "../batches/BatchRecords.tsx"
import { PickVariants } from "./PickVariants.tsx"

type Fill = Awaited<ReturnType<typeof api.addRecordsByVariants>>

/** The latest active prices of chosen variants, written into a batch that is published anew. */
export const Republish = () => {
  const { query } = useAddress()
  const batch = query.get("batch") ?? ""
  const [text, setText] = useKept("republish")
  const [accounts, setAccounts] = useState<{ readonly batch: string; readonly fill: Fill }>()
  const [version, setVersion] = useState(0)
  const mayPick = [useMay("product:read"), useMay("variant:read")].every(Boolean)
  const keys = pastedKeys(text)
  const types = namesIn(query.get("types"))
  const fill = useDo((idempotencyKey, batch_key: string, asked: string) =>
    api.addRecordsByVariants({ batch_key, ...JSON.parse(asked) }, { idempotencyKey }),
  )
  const chosen = useAsk(batch === "" ? null : `name ${batch}`, (signal) =>
    api.getPriceBatch({ batch_key: batch }, { signal }),
  )
  const found = chosen.data
  const unfit =
    found && (found.kind !== "republish" ? "a price change" : found.status !== "open" && found.status)
  const lists = listNames(usePriceLists().data)
  const [name, setName] = useState("")
  const create = useDo((idempotencyKey, asked: string) =>
    api.createPriceBatch(JSON.parse(asked), { idempotencyKey }),
  )
  const fillIn = useRef<HTMLDivElement>(null)
  const make = async () => {
    if (nameFault(name) !== undefined) return
    const made = await create.run(JSON.stringify({ kind: "republish", name: name.trim() || null }))
    if (made === undefined) return
    tell(`${made.name ?? made.key} is open`)
    setName("")
    setState({ batch: made.key })
    // a second press would make a second one
    fillIn.current?.querySelector("textarea")?.focus()
  }
  const press = async () => {
    const filled = await fill.run(
      batch,
      JSON.stringify({ variant_keys: keys, price_types: types.length === 0 ? null : types }),
    )
    if (filled === undefined) return
    setAccounts({ batch, fill: filled })
    setVersion((version) => version + 1)
  }
  return (
    <>
      <Head title="Republish">
        Collects the prices in force of chosen variants in a batch; publishing it sends them out again, to who
        missed them. Filling twice changes nothing.
      </Head>
      <section class="panel" aria-label="Fill">
        <div class="inside columns">
          <div class="group">
            <Combo
              label="Batch"
              placeholder="Find an open batch"
              shown={chosen.data?.name ?? batch}
              scope="republish batch"
              find={async (search, signal) => {
                const asked = {
                  status: "open",
                  kind: "republish",
                  limit: 50,
                  ...(search && { search }),
                } as const
                const found = await api.listPriceBatches(asked, { signal })
                return {
                  items: found.items.map(({ key, name, counts }) => ({
                    key,
                    name: name ?? key,
                    note: `${name === null ? "" : `${key} · `}${counted(counts.records, "price")}`,
                  })),
                  total: showCount(found),
                }
              }}
              onChoose={({ key }) => setState({ batch: key })}
            />
            <div class="newbatch">
              <TextField
                label="Name of a new one"
                placeholder="such as Spring, again"
                fault={nameFault(name)}
                value={name}
                onInput={(event) => setName(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return
                  event.preventDefault()
                  if (!create.isBusy) void make()
                }}
              />
              <Button isBusy={create.isBusy} onClick={() => !create.isBusy && void make()}>
                New batch
              </Button>
            </div>
            {create.error !== undefined && <p class="fault">{messageOf(create.error)}</p>}
            <TextField
              label="Price types"
              hint="None: every type that has an active price"
              placeholder="MAP, MSRP"
              value={types.join(", ")}
              onChange={(event) => setState({ types: event.currentTarget.value }, { replace: true })}
            />
          </div>
          <div class="group wide" ref={fillIn}>
            <AreaField
              label="Variant keys"
              hint={
                keys.length === 0
                  ? "Paste a column of a spreadsheet, or pick below"
                  : counted(keys.length, "distinct key")
              }
              value={text}
              rows={8}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            {mayPick && (
              <PickVariants onPick={(picked) => setText([...new Set([...keys, ...picked])].join("\n"))} />
            )}
          </div>
        </div>
      </section>
      {fill.error !== undefined && <Failure error={fill.error} />}
      {isNotFound(chosen.error) ? (
        <Missing of="batch" name={batch} member="batch" />
      ) : (
        chosen.error && <Failure error={chosen.error} again={chosen.again} />
      )}
      {unfit && (
        <p class="remark bad" role="alert">
          <span>
            <bdi>{found.name ?? batch}</bdi> is {unfit}: nothing is filled into it.
          </span>
          <Link class="button small" href={pathOf("batches", { key: batch })}>
            Open it among batches
          </Link>
        </p>
      )}
      <div class="actions">
        {batch === "" || keys.length === 0 ? (
          <p class="muted">{batch === "" ? "Choose a batch, or make one." : "Paste or pick the variants."}</p>
        ) : found === undefined || unfit ? null : (
          <MainAct isBusy={fill.isBusy} onPress={() => void press()}>
            Fill with {counted(keys.length, "variant")}
          </MainAct>
        )}
      </div>
      {accounts?.batch === batch && <Accounts of={accounts.fill} batch={batch} />}
      {batch === "" ? (
        <Empty title="No batch chosen">
          <p>Its records are shown here.</p>
        </Empty>
      ) : found === undefined || found.kind !== "republish" ? null : (
        <BatchRecords key={batch} batchKey={batch} {...{ query, lists }} zone="UTC" version={version} />
      )}
    </>
  )
}

const reasons = {
  no_active_price: "no active price of this type",
  only_future_price: "a price that is only to come",
  unknown_variant: "no such variant",
} as const

const most = 200

/** What became of each pair; the counts add up to what was asked. */
const Accounts = ({
  of: { requested, added, updated, unchanged, missing, missing_counts },
  batch,
}: {
  readonly of: Fill
  readonly batch: string
}) => {
  const lacking = Object.values(missing_counts ?? { all: missing.length }).reduce(
    (sum, count) => sum + count,
    0,
  )
  return (
    <section class="panel" aria-label="What became of it" role="status">
      <header>
        <h2>What became of it</h2>
        <p>
          Counted in prices.{" "}
          <Link href={pathOf("batches", { key: batch })}>Open the batch to publish it</Link>
        </p>
      </header>
      <div class="inside">
        <Facts
          of={[
            ["Asked for", requested],
            ["Added", added],
            ["Updated", updated],
            ["Unchanged", unchanged],
            ["Missing", lacking],
          ]}
        />
        {missing.length > 0 && (
          <details class="more">
            <summary>{counted(lacking, "missing price")}</summary>
            <ul class="scroll missing" tabIndex={0} aria-label="Missing prices">
              {missing.slice(0, most).map(({ variant_key, price_type, reason }) => (
                <li key={`${variant_key} ${price_type}`}>
                  <Sku of={variant_key} /> {price_type}: {reasons[reason]}
                </li>
              ))}
              {lacking > most && <li class="muted">and {counted(lacking - most, "other")}</li>}
            </ul>
          </details>
        )}
      </div>
    </section>
  )
}

import { useEffect, useState } from "preact/hooks"
import { setState } from "../../app/address.ts"
import { api } from "../../app/api.ts"
import { useDo } from "../../app/useDo.ts"
import { nameFault, shortenedName } from "../../format/batchName.ts"
import { counted } from "../../format/decimal.ts"
import { refusalWords } from "../../format/messageOf.ts"
import { BatchName } from "../../parts/BatchName.tsx"
import { SelectField } from "../../parts/Field.tsx"
import { GenerateAct } from "../../parts/GenerateAct.tsx"
import { Failure } from "../../parts/States.tsx"
import { useGenerated } from "../../parts/useGenerated.ts"
import { MetFields } from "../priceChange/MetFields.tsx"
import type { Chosen } from "./readSheet.ts"
import type { SheetResult } from "./SheetRows.tsx"
import { onConflicts, type sheetQuery } from "./sheetQuery.ts"

const conflictWords = {
  leave_out: "Leave them out",
  overwrite: "Overwrite: write the new amounts all the same",
  refuse: "Refuse: write nothing of the sheet",
} as const

interface TakeSheetProps {
  readonly chosen: Chosen
  readonly asked: ReturnType<typeof sheetQuery>
  readonly result: SheetResult | undefined
  readonly isLoading: boolean
}

/** What becomes of conflicts and collisions, and the press that makes a batch of what is changed. */
export const TakeSheet = ({ chosen, asked, result, isLoading }: TakeSheetProps) => {
  const generated = useGenerated()
  const [name, setName] = useState(shortenedName(chosen.name.replace(/\.\w+$/, "")))
  const generate = useDo((idempotencyKey, words: string, file: Blob) =>
    api.generatePriceSheet({ ...JSON.parse(words).input, file }, { idempotencyKey }),
  )
  // what was refused was another request
  useEffect(generate.clear, [JSON.stringify(asked)])
  const drafts = (result?.created ?? 0) + (result?.returns ?? 0)
  const problem =
    nameFault(name) ??
    (result?.reason && (refusalWords[result.reason] ?? result.problem)) ??
    (result !== undefined && drafts + result.withdrawals === 0
      ? "Nothing would change: no row asks for another price."
      : undefined)
  const isReady = result !== undefined && problem === undefined
  const press = async () => {
    const input = { ...asked, ...(name.trim() && { name: name.trim() }) }
    const done = await generate.run(JSON.stringify({ input, of: chosen.id }), chosen.file)
    if (done === undefined) return
    const left = done.rows.refused + done.rows.conflict
    generated(
      done.created + done.returns,
      done.batch_key!,
      left === 0 ? "" : `; ${counted(left, "row")} left out`,
    )
  }
  const conflicts = result?.rows.conflict ?? 0
  return (
    <section class="panel" aria-label="Generate" aria-busy={isLoading}>
      <div class="inside">
        <div class="tablefilters">
          <BatchName value={name} onInput={setName} />
          {(conflicts > 0 || asked.on_conflict !== "leave_out") && (
            <SelectField
              label="Rows in conflict"
              value={asked.on_conflict}
              options={onConflicts.map((each) => [each, conflictWords[each]] as const)}
              onChoose={(conflict) => setState({ conflict: conflict === "leave_out" ? "" : conflict })}
            />
          )}
          <MetFields
            chosen={asked}
            meets={result?.reason === "collides"}
            isEndless={result?.reason === "no_return"}
            onChoose={({ same_instant, on_no_return }) =>
              setState({
                same_instant: same_instant === "reject" ? "" : same_instant,
                end: on_no_return === "end" ? "1" : "",
              })
            }
          />
        </div>
        {generate.error !== undefined && <Failure error={generate.error} />}
        <div class="actions">
          <GenerateAct
            isBusy={generate.isBusy}
            {...{ isLoading, isReady, problem }}
            onPress={() => void press()}
          >
            Generate {counted(drafts, "draft")}
          </GenerateAct>
        </div>
      </div>
    </section>
  )
}

import { SelectField } from "../../parts/Field.tsx"
import { type Chosen, choiceWords, noReturnChoices } from "./collisionChoices.ts"

interface MetFieldsProps {
  readonly chosen: Chosen
  /** Whether there are such prices. */
  readonly meets: boolean
  /** Whether some have none to return to. */
  readonly isEndless: boolean
  readonly onChoose: (chosen: Chosen) => void
}

/** What becomes of other prices that begin then, and of those that have none to return to; each where it is so, or another choice holds. */
export const MetFields = ({ chosen, meets, isEndless, onChoose }: MetFieldsProps) => (
  <>
    {(meets || chosen.same_instant !== "reject") && (
      <SelectField
        label="Where another price begins then"
        value={chosen.same_instant}
        options={(["reject", "keep", "withdraw"] as const).map((each) => [each, choiceWords[each]] as const)}
        onChoose={(same_instant) => onChoose({ ...chosen, same_instant })}
      />
    )}
    {(isEndless || chosen.on_no_return === "end") && (
      <SelectField
        label="Where there is no price to return to"
        value={chosen.on_no_return}
        options={noReturnChoices}
        onChoose={(on_no_return) => onChoose({ ...chosen, on_no_return })}
      />
    )}
  </>
)

import { useRef } from "preact/hooks"
import { Button } from "../../parts/Button.tsx"
import { TextField } from "../../parts/Field.tsx"
import { DateField } from "../priceChange/DateField.tsx"
import type { Draft } from "./policyDraft.ts"

interface BlackoutsProps {
  readonly blackouts: Draft["blackouts"]
  readonly faults: ReadonlyMap<string, string>
  readonly mayWrite: boolean
  readonly onChange: (blackouts: Draft["blackouts"]) => void
}

/** Times in which no price should begin or end. */
export const Blackouts = ({ blackouts, faults, mayWrite, onChange }: BlackoutsProps) => {
  const list = useRef<HTMLOListElement>(null)
  const change = (index: number, part: Partial<Draft["blackouts"][number]>) =>
    onChange(blackouts.map((each, at) => (at === index ? { ...each, ...part } : each)))
  const add = () => {
    onChange([...blackouts, { from: "", until: "", reason: "" }])
    // once it is there
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("li:last-child input")?.focus())
  }
  return (
    <>
      {blackouts.length === 0 && <p class="hint">None: prices may begin on any day.</p>}
      <ol class="blackouts" ref={list}>
        {blackouts.map(({ from, until, reason }, index) => {
          const nth = `of blackout ${index + 1}`
          return (
            <li key={index}>
              <DateField
                label={`From ${nth}`}
                value={from}
                fault={faults.get(`blackout ${index}`)}
                onInput={(from) => change(index, { from })}
              />
              <DateField
                label={`Until ${nth}`}
                value={until}
                isEnd
                onInput={(until) => change(index, { until })}
              />
              <TextField
                label={`Reason ${nth}`}
                value={reason}
                placeholder="such as Holiday weekend"
                onInput={(event) => change(index, { reason: event.currentTarget.value })}
              />
              {mayWrite && (
                <Button
                  class="quiet icon"
                  aria-label={`Remove blackout ${index + 1}`}
                  onClick={() => onChange(blackouts.filter((_, at) => at !== index))}
                >
                  ✕
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {mayWrite && (
        <p class="actions">
          <Button onClick={add}>Add a blackout</Button>
        </p>
      )}
    </>
  )
}

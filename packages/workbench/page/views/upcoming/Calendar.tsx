import { useRef, useState } from "preact/hooks"
import { counted } from "../../format/decimal.ts"
import { Button } from "../../parts/Button.tsx"

interface CalendarProps {
  /** As 2026-12. */
  readonly month: string
  readonly today: string
  /** Variants whose prices change, by day. */
  readonly counts: ReadonlyMap<string, number>
  /** What a day has of blackouts. */
  readonly blackoutOn: (day: string) => string | undefined
  readonly chosen: string
  readonly onMonth: (by: number) => void
  readonly onDay: (day: string) => void
}

const day = 86_400_000
const inUtc = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { ...options, timeZone: "UTC" })

/** The first day of the week where the reader is: 1 is Monday. */
const firstWeekday = (): number => {
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1
}

/** By how many days a key moves. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** A month, each day as dark as much changes on it. Its days are one stop of Tab; the arrow keys go from day to day. */
export const Calendar = ({ month, today, counts, blackoutOn, chosen, onMonth, onDay }: CalendarProps) => {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const offset = (new Date(first).getUTCDay() - (firstWeekday() % 7) + 7) % 7
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const most = Math.max(1, ...counts.values())
  const dates = Array.from({ length: days }, (_, at) => new Date(first + at * day).toISOString().slice(0, 10))
  const grid = useRef<HTMLDivElement>(null)
  const [reached, setReached] = useState("")
  const stop = [reached, chosen, dates.find((date) => counts.has(date)), today].find(
    (date) => date !== undefined && dates.includes(date),
  )
  const go = (event: KeyboardEvent, at: number) => {
    const to =
      event.key === "Home" ? 0 : event.key === "End" ? days - 1 : at + (steps[event.key] ?? Number.NaN)
    const date = dates[to]
    if (date === undefined) return
    event.preventDefault()
    setReached(date)
    grid.current?.querySelectorAll("button")[to]?.focus()
  }
  const weekdays = Array.from({ length: 7 }, (_, at) =>
    inUtc({ weekday: "short" }).format(first + (at - offset) * day),
  )
  return (
    <section class="panel calendar" aria-label="Calendar">
      <header>
        <Button class="quiet icon" aria-label="Month before" onClick={() => onMonth(-1)}>
          ←
        </Button>
        <h2 aria-live="polite">{inUtc({ year: "numeric", month: "long" }).format(first)}</h2>
        <Button class="quiet icon" aria-label="Month after" onClick={() => onMonth(1)}>
          →
        </Button>
      </header>
      <div class="month" ref={grid}>
        {weekdays.map((name) => (
          <span class="weekday" key={name} aria-hidden="true">
            {name}
          </span>
        ))}
        {dates.map((date, at) => {
          const count = counts.get(date) ?? 0
          const blackout = blackoutOn(date)
          return (
            <button
              key={date}
              type="button"
              tabIndex={date === (stop ?? dates[0]) ? 0 : -1}
              aria-pressed={date === chosen}
              aria-current={date === today ? "date" : undefined}
              style={at === 0 ? { gridColumnStart: String(offset + 1) } : {}}
              class={`${count > 0 ? `busy level${Math.ceil((3 * count) / most)}` : ""} ${blackout ? "blackout" : ""}`}
              title={[
                ...(count > 0 ? [counted(count, "variant")] : []),
                ...(blackout ? [blackout] : []),
              ].join("\n")}
              onKeyDown={(event) => go(event, at)}
              onClick={() => {
                setReached(date)
                onDay(date)
              }}
            >
              <span aria-hidden="true">{at + 1}</span>
              {count > 0 && <small aria-hidden="true">{count}</small>}
              <span class="unseen">
                {inUtc({ dateStyle: "full" }).format(first + at * day)}:{" "}
                {count === 0 ? "nothing" : counted(count, "variant")}
                {blackout && `. ${blackout}`}
              </span>
            </button>
          )
        })}
      </div>
    </section>
  )
}

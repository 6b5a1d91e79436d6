import { counted } from "../../format/decimal.ts"

interface CalendarProps {
  /** As 2026-12. */
  readonly month: string
  readonly today: string
  /** Variants whose prices change, by day. */
  readonly counts: ReadonlyMap<string, number>
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

/** A month, each day as dark as much changes on it. */
export const Calendar = ({ month, today, counts, chosen, onMonth, onDay }: CalendarProps) => {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  const offset = (new Date(first).getUTCDay() - (firstWeekday() % 7) + 7) % 7
  const days = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const most = Math.max(1, ...counts.values())
  const weekdays = Array.from({ length: 7 }, (_, at) =>
    inUtc({ weekday: "short" }).format(first + (at - offset) * day),
  )
  return (
    <section class="panel calendar" aria-label="Calendar">
      <header>
        <button class="button quiet icon" type="button" aria-label="Month before" onClick={() => onMonth(-1)}>
          ←
        </button>
        <h2 aria-live="polite">{inUtc({ year: "numeric", month: "long" }).format(first)}</h2>
        <button class="button quiet icon" type="button" aria-label="Month after" onClick={() => onMonth(1)}>
          →
        </button>
      </header>
      <div class="month">
        {weekdays.map((name) => (
          <span class="weekday" key={name} aria-hidden="true">
            {name}
          </span>
        ))}
        {Array.from({ length: days }, (_, at) => {
          const date = new Date(first + at * day).toISOString().slice(0, 10)
          const count = counts.get(date) ?? 0
          return (
            <button
              key={date}
              type="button"
              aria-pressed={date === chosen}
              aria-current={date === today ? "date" : undefined}
              style={at === 0 ? { gridColumnStart: String(offset + 1) } : {}}
              class={count > 0 ? `busy level${Math.ceil((3 * count) / most)}` : ""}
              title={count > 0 ? counted(count, "variant") : undefined}
              onClick={() => onDay(date)}
            >
              <span aria-hidden="true">{at + 1}</span>
              {count > 0 && <small aria-hidden="true">{count}</small>}
              <span class="unseen">
                {inUtc({ dateStyle: "full" }).format(first + at * day)}:{" "}
                {count === 0 ? "nothing" : counted(count, "variant")}
              </span>
            </button>
          )
        })}
      </div>
    </section>
  )
}

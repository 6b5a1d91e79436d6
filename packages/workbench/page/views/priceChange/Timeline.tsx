import { useEffect, useMemo, useRef, useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useAsk } from "../../app/useAsk.ts"
import { clocksAt, effectiveMillis, instantOf, showTick } from "../../format/time.ts"
import { Answer, Empty } from "../../parts/States.tsx"
import { type BlackoutSpan, blackoutSpans } from "../../policy/blackoutSpans.ts"
import type { Policy } from "../../policy/usePolicy.ts"
import { type Courses, coursesOf, drawnLines } from "./courses.ts"
import { linearScale } from "./linearScale.ts"
import { isComplete, type Line, type LinesOf, wireLine } from "./lines.ts"
import { monthTicks } from "./monthTicks.ts"
import { TimelineTable } from "./TimelineTable.tsx"
import { TypeChart } from "./TypeChart.tsx"

interface TimelineProps {
  readonly product: string
  readonly color: string
  readonly linesOf: LinesOf
  readonly lines: ReadonlyArray<Line>
  /** Changes when what is in force or to come may have. */
  readonly basis: string
  readonly blackouts: Policy["blackouts"]
}

const day = 86_400_000

const useWidth = () => {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(720)
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(280, entry!.contentRect.width)))
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [])
  return [box, width] as const
}

/** What each price type cost, costs, and would cost: the past, what is in force, scheduled and drafted, the new lines drawn in. */
export const Timeline = ({ product, color, linesOf, lines, basis, blackouts }: TimelineProps) => {
  const { zone, list } = linesOf
  const timeline = useAsk(
    `timeline ${product} ${color} ${list} ${basis}`,
    async (signal) => {
      const asked = { product_key: product, color, ...(list !== "base" && { price_list: list }) }
      const found = await api.productTimeline(asked, { signal })
      return { now: Date.parse(found.as_of), courses: await coursesOf(found) }
    },
    { fresh: false },
  )
  const spans = useMemo(() => blackoutSpans(blackouts, zone), [blackouts, zone])
  const hasReturns = [...(timeline.data?.courses.values() ?? [])]
    .flat()
    .some(({ segments, drafts }) => [...segments, ...drafts].some(({ isReturn }) => isReturn))
  return (
    <section class="panel" aria-label="Timeline">
      <header>
        <h2>Timeline</h2>
        <ul class="legend keys" aria-label="Key">
          {(["past", "in force", "scheduled", "draft", "new"] as const).map((state) => (
            <li key={state} class={state.replace(" ", "_")}>
              {state}
            </li>
          ))}
          {hasReturns && <li class="return">returned to</li>}
          {spans.length > 0 && <li class="blackout">blackout</li>}
        </ul>
      </header>
      <Answer of={timeline} label="Drawing the timeline">
        {({ now, courses }) => <Charts {...{ now, courses, linesOf, lines, spans }} />}
      </Answer>
    </section>
  )
}

interface ChartsProps {
  readonly spans: ReadonlyArray<BlackoutSpan>
  readonly now: number
  readonly courses: Courses
  readonly linesOf: LinesOf
  readonly lines: ReadonlyArray<Line>
}

const Charts = ({ now, courses, linesOf: { zone, list, currency }, lines, spans }: ChartsProps) => {
  const [box, width] = useWidth()
  const fresh = useMemo(
    () =>
      lines
        .filter((line) => isComplete(line, { zone, currency }))
        .flatMap((line) => {
          const { price_type, from, until } = line
          const begins = effectiveMillis(from, zone)
          if (begins === undefined) return []
          return [
            {
              price_type,
              amount: wireLine(line, { list, currency }).amount,
              from: begins,
              until: effectiveMillis(until, zone) ?? null,
            },
          ]
        }),
    [lines, zone, list, currency],
  )
  const types = [...new Set([...courses.keys(), ...fresh.map(({ price_type }) => price_type)])]
  const domain = useMemo(() => {
    const moments = fresh.flatMap(({ from, until }) => (until === null ? [from] : [from, until]))
    const known = [...courses.values()]
      .flat()
      .flatMap(({ segments, drafts }) =>
        [...segments, ...drafts].map(({ from }) => from).filter(Number.isFinite),
      )
    // what lies far ahead would press all else together; it is in the table
    const soon = known.filter((at) => at > now && at < Math.max(now + 730 * day, ...moments))
    const last = Math.max(now + 60 * day, ...moments, ...soon)
    // no more of the past than of what comes: what is about to change is what is looked at
    const first = Math.max(now - Math.max(120 * day, last - now), Math.min(now - 60 * day, ...known))
    return [first, last + (last - first) * 0.08] as const
  }, [courses, fresh, now])
  const x = linearScale(domain, [12, width - 64])
  const ticks = useMemo(() => {
    // where the brand's days and months begin
    const [first, last] = domain
    const most = Math.max(2, Math.floor(width / 130))
    return monthTicks(clocksAt(first, zone), clocksAt(last, zone), most).map((tick) => ({
      at: instantOf(tick, zone),
      text: showTick(tick, last - first),
    }))
  }, [domain, width, zone])
  const inSight = spans.filter(({ from, until }) => from < domain[1] && until > domain[0])
  const drawnOf = (type: string) =>
    drawnLines(
      fresh.filter(({ price_type }) => price_type === type),
      courses.get(type) ?? [],
    )
  return (
    <div class="charts" ref={box}>
      {types.length === 0 && (
        <Empty title="No price yet">This colorway has none; a line above makes the first.</Empty>
      )}
      {types.map((type) => (
        <TypeChart
          key={type}
          {...{ type, x, ticks, width, now, zone, currency }}
          courses={courses.get(type) ?? []}
          drawn={drawnOf(type)}
          blackouts={inSight}
        />
      ))}
      <TimelineTable
        courses={courses}
        drawn={types.map((type) => [type, drawnOf(type)])}
        zone={zone}
        currency={currency}
      />
    </div>
  )
}

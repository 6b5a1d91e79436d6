import { type ScaleTime, scaleLinear } from "d3-scale"
import { useState } from "preact/hooks"
import { counted, showAmount } from "../../format/decimal.ts"
import { showDay, showTick } from "../../format/time.ts"
import { useNear } from "../../parts/useNear.ts"
import { amountAt, type Course, type Drawn, type Segment } from "./courses.ts"

interface TypeChartProps {
  readonly type: string
  readonly courses: ReadonlyArray<Course>
  readonly drawn: ReadonlyArray<Drawn>
  readonly x: ScaleTime<number, number>
  readonly width: number
  readonly now: number
  readonly zone: string
}

const top = 26
const bottom = 24
const mostCourses = 12

/** The steps of one price type. Amounts become numbers for their place on the screen alone. */
export const TypeChart = ({ type, courses, drawn, x, width, now, zone }: TypeChartProps) => {
  const [at, setAt] = useState<number | undefined>()
  const [box, isNear] = useNear<HTMLElement>()
  const shown = courses.slice(0, mostCourses)
  const [start, end] = x.domain().map(Number) as [number, number]
  const inSight = ({ from, until }: { readonly from: number; readonly until: number | null }) =>
    from < end && (until ?? Number.POSITIVE_INFINITY) > start
  const amounts = [
    ...shown.flatMap(({ segments, drafts }) =>
      [...segments, ...drafts].filter(inSight).map(({ amount }) => amount),
    ),
    ...drawn.map(({ amount }) => amount),
  ].flatMap((amount) => (amount === null ? [] : [Number(amount)]))
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  // one level needs no room to compare
  const height = low === high ? 84 : 140
  const margin = (high - low || Math.abs(high) || 1) * 0.12
  const y = scaleLinear([low - margin, high + margin], [height - bottom, top])
  const clamp = (millis: number) => Math.max(start, Math.min(end, millis))
  const left = (from: number) => x(clamp(from))
  const right = (until: number | null) => x(clamp(until ?? end))
  const ticks = x.ticks(Math.max(2, Math.floor(width / 130)))

  const steps = (segments: ReadonlyArray<Segment>) =>
    segments.filter(inSight).map((segment, index, all) => {
      const before = all[index - 1]
      const level = segment.amount === null ? undefined : y(Number(segment.amount))
      return (
        <g key={`${segment.from} ${segment.amount}`} class={segment.state}>
          {before?.amount != null && level !== undefined && segment.state !== "draft" && (
            <line x1={left(segment.from)} x2={left(segment.from)} y1={y(Number(before.amount))} y2={level} />
          )}
          {level !== undefined && (
            <line x1={left(segment.from)} x2={right(segment.until)} y1={level} y2={level} />
          )}
          {level !== undefined && right(segment.until) - left(segment.from) > 48 && (
            <text x={left(segment.from) + 4} y={level - 5}>
              {showAmount(segment.amount!)}
            </text>
          )}
        </g>
      )
    })

  const drawing = () => (
    <svg
      width={width}
      height={height}
      role="img"
      aria-label={`${type}, now ${summaryOf(courses, now)}${drawn.map(({ amount, from }) => `; new ${showAmount(amount)} from ${showDay(from, zone)}`).join("")}`}
      onPointerMove={(event) => setAt(Number(x.invert(event.offsetX)))}
      onPointerLeave={() => setAt(undefined)}
    >
      {ticks.map((tick) => (
        <g class="tick" key={Number(tick)}>
          <line x1={x(tick)} x2={x(tick)} y1={top - 8} y2={height - bottom} />
          <text x={x(tick)} y={height - 8}>
            {showTick(Number(tick), end - start, zone)}
          </text>
        </g>
      ))}
      <g class="now">
        <line x1={x(now)} x2={x(now)} y1={12} y2={height - bottom} />
        <text x={x(now)} y={10}>
          now
        </text>
      </g>
      {amounts.length > 0 && (
        <>
          {[...shown].reverse().map(({ variants, segments, drafts }, index) => (
            <g key={variants[0]} class={index === shown.length - 1 ? "course" : "course other"}>
              {steps(segments)}
              {steps(drafts)}
            </g>
          ))}
          {drawn.map(({ from, until, amount }) => (
            <g class="fresh" key={`${from} ${amount}`}>
              {shown[0] !== undefined && amountAt(shown[0], from - 1) !== null && (
                <line
                  x1={left(from)}
                  x2={left(from)}
                  y1={y(Number(amountAt(shown[0], from - 1)))}
                  y2={y(Number(amount))}
                />
              )}
              <line x1={left(from)} x2={right(until)} y1={y(Number(amount))} y2={y(Number(amount))} />
              <circle cx={left(from)} cy={y(Number(amount))} r={3.5} />
              <text x={Math.min(left(from) + 6, width - 60)} y={y(Number(amount)) - 6}>
                {showAmount(amount)}
              </text>
            </g>
          ))}
        </>
      )}
      {at !== undefined && <line class="crosshair" x1={x(at)} x2={x(at)} y1={top - 8} y2={height - bottom} />}
    </svg>
  )

  return (
    <figure class="chart" ref={box}>
      <figcaption>
        <b>{type}</b>
        <span class="muted">
          {at === undefined
            ? summaryOf(courses, now)
            : `${showDay(at, zone)}: ${summaryOf(courses, at)}${newAt(drawn, at)}`}
        </span>
      </figcaption>
      {isNear ? drawing() : <div style={{ height: `${height}px` }} />}
    </figure>
  )
}

const summaryOf = (courses: ReadonlyArray<Course>, at: number): string => {
  const counts = new Map<string, number>()
  for (const course of courses) {
    const amount = amountAt(course, at)
    const text = amount === null ? "no price" : showAmount(amount)
    counts.set(text, (counts.get(text) ?? 0) + course.variants.length)
  }
  const said = [...counts]
    .slice(0, 4)
    .map(([text, count]) => (counts.size === 1 ? text : `${text} (${counted(count, "size")})`))
  return said.length === 0 ? "no price" : said.join(", ") + (counts.size > 4 ? " …" : "")
}

const newAt = (drawn: ReadonlyArray<Drawn>, at: number): string => {
  const found = drawn.find(({ from, until }) => from <= at && (until === null || at < until))
  return found === undefined ? "" : `; new ${showAmount(found.amount)}`
}

import { useState } from "preact/hooks"
import { counted, showAmount } from "../../format/decimal.ts"
import { showDay } from "../../format/time.ts"
import { useNear } from "../../parts/useNear.ts"
import type { BlackoutSpan } from "../../policy/blackoutSpans.ts"
import { amountAt, type Course, type Drawn, isAt, partsOf, type Segment } from "./courses.ts"
import { labelPlaces } from "./labelPlaces.ts"
import { type LinearScale, linearScale } from "./linearScale.ts"

interface TypeChartProps {
  readonly type: string
  readonly courses: ReadonlyArray<Course>
  readonly drawn: ReadonlyArray<Drawn>
  /** Those in sight. */
  readonly blackouts: ReadonlyArray<BlackoutSpan>
  readonly x: LinearScale
  readonly ticks: ReadonlyArray<{ readonly at: number; readonly text: string }>
  readonly width: number
  readonly now: number
  readonly zone: string
  readonly currency: string | null
}

const top = 26
const bottom = 24
const mostCourses = 12

/** The steps of one price type. Amounts become numbers for their place on the screen alone. */
export const TypeChart = ({
  type,
  courses,
  drawn,
  blackouts,
  x,
  ticks,
  width,
  now,
  zone,
  currency,
}: TypeChartProps) => {
  const [at, setAt] = useState<number | undefined>()
  const [box, isNear] = useNear<HTMLElement>()
  const shown = courses.slice(0, mostCourses)
  const [start, end] = x.domain
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
  const y = linearScale([low - margin, high + margin], [height - bottom, top])
  const clamp = (millis: number) => Math.max(start, Math.min(end, millis))
  const left = (from: number) => x(clamp(from))
  const right = (until: number | null) => x(clamp(until ?? end))
  const level = (amount: string) => y(Number(amount))
  const place = labelPlaces(
    width,
    [...shown.flatMap(({ segments }) => segments.filter(inSight)), ...drawn].flatMap(
      ({ amount, from, until }) =>
        amount === null ? [] : [{ x: left(from), end: right(until), y: level(amount) }],
    ),
  )
  const rise = (at: number, from: string | null, to: string) =>
    from !== null && <line x1={left(at)} x2={left(at)} y1={level(from)} y2={level(to)} />
  const label = (at: number, amount: string, room: number) => {
    const text = showAmount(amount, currency)
    const where = room > 7 * text.length + 4 ? place(left(at) + 6, level(amount), text) : undefined
    return where && <text {...where}>{text}</text>
  }
  const steps = (segments: ReadonlyArray<Segment>) =>
    segments.filter(inSight).map(({ from, until, amount, state, isReturn }, index, all) => {
      if (amount === null) return null
      const own = state === "draft" ? [{ from, until, isReplaced: false }] : partsOf({ from, until }, drawn)
      return (
        <g key={`${from} ${amount}`} class={state}>
          {state !== "draft" && from > start && rise(from, all[index - 1]?.amount ?? null, amount)}
          {own.map((part) => (
            <line
              key={part.from}
              class={part.isReplaced ? "replaced" : ""}
              x1={left(part.from)}
              x2={right(part.until)}
              y1={level(amount)}
              y2={level(amount)}
            />
          ))}
          {isReturn && from > start && <circle cx={left(from)} cy={level(amount)} r={3.5} />}
          {label(from, amount, right(own[0]!.until) - left(from))}
        </g>
      )
    })
  const before = (at: number) => {
    const piece = drawn.find(({ until }) => until === at)
    return piece?.amount ?? (shown[0] === undefined ? null : amountAt(shown[0], at - 1))
  }
  const fresh = () =>
    drawn.map(({ from, until, amount }) => {
      const after =
        until === null || until >= end || shown[0] === undefined || drawn.some((each) => each.from === until)
          ? null
          : amountAt(shown[0], until)
      return (
        <g class="fresh" key={`${from} ${amount}`}>
          {rise(from, before(from), amount)}
          <line x1={left(from)} x2={right(until)} y1={level(amount)} y2={level(amount)} />
          {until !== null && after !== null && rise(until, amount, after)}
          <circle cx={left(from)} cy={level(amount)} r={3.5} />
          {label(
            // beside what is too short to have it above
            until !== null && right(until) - left(from) < 48 ? until : from,
            amount,
            Number.POSITIVE_INFINITY,
          )}
        </g>
      )
    })

  /** What matters most is labelled first and drawn last. */
  const layers = () => {
    const news = fresh()
    const courses = shown.map(({ variants, segments, drafts }, index) => (
      <g key={variants[0]} class={index === 0 ? "course" : "course other"}>
        {steps(segments)}
        {steps(drafts)}
      </g>
    ))
    return [...courses.reverse(), news]
  }

  const drawing = () => (
    <svg
      width={width}
      height={height}
      // paper may be narrower
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${type}, now ${summaryOf(courses, now, currency)}${drawn.map(({ amount, from }) => `; new ${showAmount(amount, currency)} from ${showDay(from, zone)}`).join("")}${blackouts.map(({ text }) => `; ${text}`).join("")}`}
      onPointerMove={(event) => setAt(x.invert(event.offsetX))}
      onPointerLeave={() => setAt(undefined)}
    >
      {blackouts.map(({ from, until, text }) => (
        <rect
          key={`${from} ${text}`}
          class="blackout"
          x={left(from)}
          width={Math.max(2, right(until) - left(from))}
          y={top - 8}
          height={height - bottom - top + 8}
        />
      ))}
      {ticks.map(({ at, text }) => (
        <g class="tick" key={at}>
          <line x1={x(at)} x2={x(at)} y1={top - 8} y2={height - bottom} />
          <text x={x(at)} y={height - 8}>
            {text}
          </text>
        </g>
      ))}
      <g class="now">
        <line x1={x(now)} x2={x(now)} y1={12} y2={height - bottom} />
        <text x={x(now)} y={10}>
          now
        </text>
      </g>
      {amounts.length > 0 && layers()}
      {at !== undefined && <line class="crosshair" x1={x(at)} x2={x(at)} y1={top - 8} y2={height - bottom} />}
    </svg>
  )

  return (
    <figure class="chart" ref={box}>
      <figcaption>
        <b>{type}</b>
        <span class="muted">
          {at === undefined
            ? summaryOf(courses, now, currency)
            : `${showDay(at, zone)}: ${summaryOf(courses, at, currency)}${returnAt(courses, at)}${newAt(drawn, at, currency)}${blackoutAt(blackouts, at)}`}
        </span>
      </figcaption>
      {isNear ? drawing() : <div style={{ height: `${height}px` }} />}
    </figure>
  )
}

const summaryOf = (courses: ReadonlyArray<Course>, at: number, currency: string | null): string => {
  const counts = new Map<string, number>()
  for (const course of courses) {
    const amount = amountAt(course, at)
    const text = amount === null ? "no price" : showAmount(amount, currency)
    counts.set(text, (counts.get(text) ?? 0) + course.variants.length)
  }
  const said = [...counts]
    .slice(0, 4)
    .map(([text, count]) => (counts.size === 1 ? text : `${text} (${counted(count, "size")})`))
  return said.length === 0 ? "no price" : said.join(", ") + (counts.size > 4 ? " …" : "")
}

const returnAt = (courses: ReadonlyArray<Course>, at: number): string =>
  courses.some(({ segments }) => segments.find(isAt(at))?.isReturn) ? ", returned to" : ""

const newAt = (drawn: ReadonlyArray<Drawn>, at: number, currency: string | null): string => {
  const found = drawn.find(({ from, until }) => from <= at && (until === null || at < until))
  return found === undefined ? "" : `; new ${showAmount(found.amount, currency)}`
}

const blackoutAt = (blackouts: ReadonlyArray<BlackoutSpan>, at: number): string => {
  const found = blackouts.find(({ from, until }) => from <= at && at < until)
  return found === undefined ? "" : `; ${found.text}`
}

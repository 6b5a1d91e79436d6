const formats = new Map<string, Intl.DateTimeFormat>()
/** Formats are kept: to make one takes as long as to use it a hundred times. */
const formatOf = (options: Intl.DateTimeFormatOptions, locale?: string): Intl.DateTimeFormat => {
  const key = `${locale} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

interface LocalTime {
  readonly date: string
  readonly time: string
}

/** Date and time that the clocks of a zone show. */
export const localTime = (millis: number, zone: string): LocalTime => {
  const parts = formatOf(
    {
      timeZone: zone,
      hourCycle: "h23",
      ...{
        year: "numeric",
        month: "2-digit",
        day: "2-digit",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
      },
    } as Intl.DateTimeFormatOptions,
    "en-CA",
  ).formatToParts(millis)
  const part = (type: string) => parts.find((each) => each.type === type)!.value
  return {
    date: `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`,
    time: `${part("hour")}:${part("minute")}:${part("second")}`,
  }
}

const utcOf = (local: string): number => Date.parse(`${local}Z`)

/** The instant at which a zone's clocks show `wanted`, read as UTC; in a gap the one as long after it. For drawing only. */
export const instantOf = (wanted: number, zone: string): number => {
  const offsetAt = (millis: number) => clocksAt(millis, zone) - millis
  const first = wanted - offsetAt(wanted)
  return wanted - offsetAt(first)
}

/** The instant of an `effective_from` in the brand's zone: a date, a local date-time, or one with an offset. */
export const effectiveMillis = (text: string, zone: string): number | undefined => {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    text.trim(),
  )
  if (match === null) return undefined
  const [, date, time = "00:00:00", offset] = match
  const millis =
    offset === undefined ? utcOf(`${date}T${time.length === 5 ? `${time}:00` : time}`) : Date.parse(text)
  if (Number.isNaN(millis)) return undefined
  return offset === undefined ? instantOf(millis, zone) : millis
}

/** Whether one moment is before another in a zone; what is no moment is not looked at. */
export const isBefore = (a: string, b: string, zone: string): boolean => {
  const [first, second] = [effectiveMillis(a, zone), effectiveMillis(b, zone)]
  return first === undefined || second === undefined || first < second
}

/** Whether a date has a year that is meant: one who types 2026 has typed 0002, 0020 and 0202 on the way. */
export const hasWholeYear = (text: string): boolean => text.trim() >= "1900"

/** The day, as the reader's locale writes it: "1 Dec 2026". */
export const showDay = (millis: number, zone: string): string =>
  formatOf({ timeZone: zone, year: "numeric", month: "short", day: "numeric" }).format(millis)

/** A day to come in little room: without its year where it is less than eleven months away. */
export const showNearDay = (millis: number, zone: string): string =>
  millis - Date.now() > 330 * 86_400_000
    ? showDay(millis, zone)
    : formatOf({ timeZone: zone, month: "short", day: "numeric" }).format(millis)

/** The day with its name in short: "Tue 1 Dec 2026". */
export const showWeekday = (millis: number, zone: string): string =>
  formatOf({ timeZone: zone, weekday: "short", year: "numeric", month: "short", day: "numeric" }).format(
    millis,
  )

/** The day with its name, for headings: "Tuesday, 1 December 2026". */
export const showLongDay = (millis: number, zone: string): string =>
  formatOf({ timeZone: zone, weekday: "long", year: "numeric", month: "long", day: "numeric" }).format(millis)

export const showTime = (millis: number, zone: string): string =>
  formatOf({ timeZone: zone, hour: "2-digit", minute: "2-digit" }).format(millis)

/** Day, and the time where that is not midnight. */
export const showInstant = (millis: number, zone: string): string => {
  const day = showDay(millis, zone)
  return localTime(millis, zone).time === "00:00:00" ? day : `${day}, ${showTime(millis, zone)}`
}

/** An `effective_from` for people; what cannot be read stays as it is. */
export const showEffective = (text: string, zone: string): string => {
  const millis = effectiveMillis(text, zone)
  return millis === undefined ? text : showInstant(millis, zone)
}

/** An instant of the service's own (who did something when), in the reader's zone. */
export const showMoment = (text: string): string =>
  formatOf({ dateStyle: "medium", timeStyle: "short" }).format(Date.parse(text))

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
/** The reader's own zone, asked once: rows without a brand of theirs ask for it each. */
export const ownZone = (): string => timeZone

/** A zone for people: "New York time". */
export const showZone = (zone: string): string =>
  `${zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ")} time`

/** The date some days after today in a zone. */
export const dayFromNow = (days: number, zone: string): string => {
  const { date } = localTime(Date.now(), zone)
  return new Date(utcOf(`${date}T00:00:00`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Seconds as "1 min 20 s". */
export const showSpan = (seconds: number): string => {
  const whole = Math.max(1, Math.round(seconds))
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}

/** A tick of an axis, as fine as the time that the axis spans; `millis` is the zone's clocks read as UTC. */
export const showTick = (millis: number, span: number): string =>
  formatOf({
    timeZone: "UTC",
    ...(span > 400 * 86_400_000 ? { year: "numeric", month: "short" } : { month: "short", day: "numeric" }),
  }).format(millis)

/** What a zone's clocks show at an instant, read as UTC: so that days and months begin where that zone begins them. */
export const clocksAt = (millis: number, zone: string): number => {
  const { date, time } = localTime(millis, zone)
  return utcOf(`${date}T${time}`)
}

/** A date-time as a spreadsheet counts it. */
export interface DateTimeSerial {
  readonly serial: number
  /** Whether it has fractions of a second. */
  readonly hasFraction: boolean
}

const date = /^\d{4}-\d{2}-\d{2}$/
const dayMicros = 86_400_000_000
const dayMillis = 86_400_000

// Spreadsheets count a 29th of February 1900 that never was; Excel and LibreOffice agree from the day after on.
const firstSerial = 61

/** Days since 1899-12-30 of an ISO 8601 date from 1900-03-01 on; undefined for anything else. */
export function dateSerial(text: string): number | undefined {
  return date.test(text) ? serialOfDay(text) : undefined
}

/** The same of a date-time as `localDateTime` writes it, to the microsecond. */
export function dateTimeSerial(local: string): DateTimeSerial | undefined {
  const day = serialOfDay(local)
  if (day === undefined) return undefined
  const seconds = (digits(local, 11, 13) * 60 + digits(local, 14, 16)) * 60 + digits(local, 17, 19)
  const micros = digits(local, 20, 26)
  return { serial: day + (seconds * 1_000_000 + micros) / dayMicros, hasFraction: micros > 0 }
}

/** Of a text that begins `dddd-dd-dd`. */
function serialOfDay(text: string): number | undefined {
  const year = digits(text, 0, 4)
  const month = digits(text, 5, 7)
  const day = digits(text, 8, 10)
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > daysOfMonth(year, month)) return undefined
  const serial = Date.UTC(year, month - 1, day) / dayMillis + 25_569
  return serial < firstSerial ? undefined : serial
}

const daysOfMonth = (year: number, month: number) =>
  month === 2 ? (isLeap(year) ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31

const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)

function digits(text: string, from: number, to: number): number {
  let value = 0
  for (let index = from; index < to; index++) value = value * 10 + text.charCodeAt(index) - 48
  return value
}

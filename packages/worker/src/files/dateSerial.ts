/** A date-time as a spreadsheet counts it. */
export interface DateTimeSerial {
  readonly serial: number
  readonly milliseconds: boolean
  readonly utc: boolean
}

const date = /^\d{4}-\d{2}-\d{2}$/
const dateTime = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3}0*)?)?(?:Z|\+00:00)?$/
const dayMillis = 86_400_000

// Spreadsheets count a 29th of February 1900 that never was; Excel and LibreOffice agree from the day after on.
const firstSerial = 61

/** Days since 1899-12-30 of an ISO 8601 date from 1900-03-01 on; undefined for anything else. */
export function dateSerial(text: string): number | undefined {
  return date.test(text) ? serialOfDay(text) : undefined
}

/**
 * The same of a date-time without offset or in UTC, up to milliseconds. Other offsets and finer fractions are
 * undefined: a cell has no place for them.
 */
export function dateTimeSerial(text: string): DateTimeSerial | undefined {
  if (!dateTime.test(text)) return undefined
  const day = serialOfDay(text)
  const hours = digits(text, 11, 13)
  const minutes = digits(text, 14, 16)
  const seconds = text[16] === ":" ? digits(text, 17, 19) : 0
  const millis = text[19] === "." ? Math.round(Number.parseFloat(text.slice(19)) * 1000) : 0
  if (day === undefined || hours > 23 || minutes > 59 || seconds > 59) return undefined
  const time = ((hours * 60 + minutes) * 60 + seconds) * 1000 + millis
  return {
    serial: day + time / dayMillis,
    milliseconds: millis > 0,
    utc: text.endsWith("Z") || text.includes("+"),
  }
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

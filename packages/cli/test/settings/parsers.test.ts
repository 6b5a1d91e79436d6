import { expect, it } from "vitest"
import { byteSize, databaseUrl, origins, timeSpan } from "../../src/settings/parsers.ts"

it.each([
  ["https://app.example.com", ["https://app.example.com"]],
  ["https://a.test, http://localhost:5173", ["https://a.test", "http://localhost:5173"]],
  ["https://a.test http://[::1]:3000", ["https://a.test", "http://[::1]:3000"]],
  ["*", undefined],
  ["null", undefined],
  ["https://*.example.com/", undefined],
  ["https://app.example.com/", undefined],
  ["https://app.example.com/page", undefined],
  ["https://App.example.com", undefined],
  ["https://app.example.com:443", undefined],
  ["https://user@app.example.com", undefined],
  ["app.example.com", undefined],
  ["file:///", undefined],
  ["https://a.test,*", undefined],
])("the origins %j are %j", (text, expected) => expect(origins(text)).toEqual(expected))

it.each([
  ["500ms", 500],
  ["15", 15_000],
  ["5 m", 300_000],
  ["12H", 43_200_000],
  ["30d", 2_592_000_000],
  ["soon", undefined],
  ["-1s", undefined],
  ["1.5s", undefined],
  ["1w", undefined],
])("the time span %j is %j", (text, expected) => expect(timeSpan(text)).toBe(expected))

it.each([
  ["1048576", 1_048_576],
  ["10 MiB", 10_485_760],
  ["512kB", 512_000],
  ["2g", undefined],
  ["0x10", undefined],
  ["much", undefined],
])("the size %j is %j", (text, expected) => expect(byteSize(text)).toBe(expected))

it.each([
  ["embedded", true],
  ["postgres://user:password@host:5432/database?sslmode=require", true],
  ["postgres://user:pass,word@host/database", true],
  ["postgresql://one:5432,other:5433/database?target_session_attrs=read-write", true],
  ["postgres://user:password@one,other", true],
  ["mysql://host/database", false],
  ["one:5432,other:5432/database", false],
])("the database %j can be read: %j", (text, isRead) =>
  expect(databaseUrl(text)).toBe(isRead ? text : undefined),
)

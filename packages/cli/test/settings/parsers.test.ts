import { expect, it } from "vitest"
import { origins } from "../../src/settings/parsers.ts"

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

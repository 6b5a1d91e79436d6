import { expect, it } from "vitest"
import { readOptions } from "../lab/chaos/options.ts"

const defaults = { seconds: 4, only: "", commands: false }

it("a trial's options have defaults, and are read as what these are", () => {
  expect(readOptions(defaults, [])).toEqual({ values: defaults })
  expect(readOptions(defaults, ["--seconds", "0.5", "--only", "fill", "--commands"])).toEqual({
    values: { seconds: 0.5, only: "fill", commands: true },
  })
})

it.each([
  [["--seconds", "many"], /^--seconds takes a number, not many\n/],
  [["--minutes", "3"], /^Unknown option '--minutes'/],
  [["fill"], /^Unexpected argument 'fill'/],
])("%j is a fault, shown with the options", (args, fault) => {
  const read = readOptions(defaults, args)
  expect(read).toEqual({ fault: expect.stringMatching(fault) })
  expect(read).toEqual({ fault: expect.stringContaining("--seconds N    default 4") })
})

it.each(["--help", "-h"])("%s tells the options", (flag) => {
  expect(readOptions(defaults, [flag])).toEqual({ help: expect.stringContaining("--commands") })
})

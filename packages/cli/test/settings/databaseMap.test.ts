import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, expect, it, onTestFinished } from "vitest"
import { temporaryFolder } from "../../../../test/temporaryFolder.ts"
import { parseServerMap, readServerMap } from "../../src/settings/databaseMap.ts"

const eu = "postgres://hangtag:secret@eu/hangtag"
const json = (servers: unknown, organizations: unknown) => JSON.stringify({ servers, organizations })

const needsUrl =
  "server eu needs a URL like postgres://user:password@host:5432/database, or an object of such a url and the replica of it"

it("reads servers and organizations, whatever they are called", () => {
  const text = `{"servers": {"eu": "${eu}"}, "organizations": {"acme": "eu", "__proto__": "eu", "": "default"}}`
  const map = parseServerMap(text, undefined)
  assert(typeof map !== "string")
  expect([...map.servers]).toEqual([["eu", eu]])
  expect([...map.organizations]).toEqual([
    ["acme", "eu"],
    ["__proto__", "eu"],
    ["", "default"],
  ])
  expect(parseServerMap("{}", eu)).toEqual({
    servers: new Map(),
    replicas: new Map(),
    organizations: new Map(),
  })
})

it("reads the replica of a server", () => {
  const replica = "postgres://hangtag:secret@eu-2/hangtag"
  const map = parseServerMap(
    json({ eu: { url: eu, replica }, us: { url: "postgres://u@us/h" } }, {}),
    undefined,
  )
  assert(typeof map !== "string")
  expect([...map.servers.keys()]).toEqual(["eu", "us"])
  expect([...map.replicas!]).toEqual([["eu", replica]])
})

it.each([
  ["{", "it is no JSON"],
  ["[]", "it has servers and organizations, and no given"],
  ['{"server": {}}', "it has servers and organizations, and no server"],
  [json([], {}), "servers and organizations are objects"],
  [json({}, "acme"), "servers and organizations are objects"],
  [json({ default: eu }, {}), "the default server is that of DATABASE_URL: give this one another name"],
  [json({ "e u": eu }, {}), "a server's name is 1 to 40 letters, digits, - or _"],
  [json({ eu: "mysql://u:secret@eu/h" }, {}), needsUrl],
  [json({ eu: "embedded" }, {}), needsUrl],
  [json({ eu: { url: eu, replicas: [] } }, {}), needsUrl],
  [json({ eu: { url: eu, replica: "postgres://u:secret@one,two/h" } }, {}), needsUrl],
  [
    json({ eu, other: "postgres://else:words@eu:5432/hangtag" }, {}),
    "servers eu and other are the same database",
  ],
  [json({ us: "postgres://u@one/hangtag" }, {}), "servers default and us are the same database"],
  [json({ eu }, { acme: "us" }), "organization acme is on no server of the file: name one of eu, default"],
  [json({ eu }, { acme: 1 }), "organization acme is on no server of the file: name one of eu, default"],
])("says what is wrong with %j, and no password", (text, problem) => {
  expect(parseServerMap(text, "postgres://u@one:5432/hangtag")).toBe(problem)
  expect(problem).not.toContain("secret")
})

it("says why a file cannot be read", () => {
  const folder = temporaryFolder(onTestFinished)
  const path = join(folder, "map.json")
  expect(readServerMap(path, undefined)).toBe("it cannot be read (ENOENT)")
  writeFileSync(path, json({ eu }, {}))
  expect(readServerMap(path, undefined)).toMatchObject({ path, text: json({ eu }, {}) })
})

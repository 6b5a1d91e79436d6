import { brotliDecompressSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"
import { buildPage } from "../page/build.ts"
import { workbench } from "../src/index.ts"

const text = (contents: Uint8Array | undefined) => Buffer.from(contents ?? []).toString("utf8")

describe("the page as built", () => {
  let files: ReadonlyMap<string, Uint8Array>
  beforeAll(async () => {
    files = await buildPage()
  })
  const named = (pattern: RegExp) => [...files.keys()].filter((name) => pattern.test(name))

  it("sends less than 90 kB of scripts for its first view, which names all of them", () => {
    const first = [...text(files.get("index.html")).matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(
      ([, name]) => name!,
    )
    const bytes = first.reduce((sum, name) => sum + files.get(`${name}.br`)!.byteLength, 0)
    expect(bytes).toBeLessThan(90_000)
    const imported = first.flatMap((name) =>
      [...text(files.get(name)).matchAll(/from"\.\/([^"]+)"|import"\.\/([^"]+)"/g)].map(([, a, b]) => a ?? b),
    )
    expect(imported.filter((name) => !first.includes(`assets/${name}`))).toEqual([])
  })

  it("sends less than 156 kB for all of its views", () => {
    const sent = [...files.keys()]
      .filter((name) => !name.endsWith(".br"))
      .map((name) => (files.get(`${name}.br`) ?? files.get(name)!).byteLength)
    expect(sent.length).toBeGreaterThanOrEqual(4)
    expect(sent.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(156_000)
  })

  it("has names that tell their contents, of all but the page itself", () => {
    for (const name of named(/(?<!\.br)$/))
      expect(name).toMatch(/^index\.html$|^assets\/[\w-]+-[0-9A-Z]{8}\.\w+$/)
  })

  it("names nothing elsewhere, and holds no script or style of its own", () => {
    const html = text(files.get("index.html"))
    expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|\bstyle=/)
    for (const [, target] of html.matchAll(/\b(?:src|href)="([^"]*)"/g))
      expect(target).toMatch(/^(?:\.\/|data:)/)
    for (const [, asset] of html.matchAll(/"\.\/(assets\/[^"]+)"/g)) expect(files.has(asset!)).toBe(true)
    const code = named(/\.(?:js|css)$/)
      .map((name) => text(files.get(name)))
      .join("")
    const elsewhere = [...code.matchAll(/(?:https?:)?\/\/[a-z0-9-]+\.[a-z]{2,}[^"'`\s)]*/gi)].map(
      ([url]) => url,
    )
    expect(elsewhere.filter((url) => !/^https?:\/\/www\.w3\.org\//.test(url))).toEqual([])
  })

  it("is the same where it is compressed", () => {
    for (const name of named(/\.br$/))
      expect(brotliDecompressSync(files.get(name)!)).toEqual(Buffer.from(files.get(name.slice(0, -3))!))
  })

  it("is what is served, at each of its paths", async () => {
    const { pages, file } = workbench()
    const index = text((await file("/"))?.body)
    expect(index).toBe(text(files.get("index.html")))
    for (const path of pages) expect(text((await file(path))?.body)).toBe(index)
    const script = named(/main-.*\.js$/)[0]!
    expect(await file(`/${script}`)).toMatchObject({
      isImmutable: true,
      contentType: "text/javascript; charset=utf-8",
    })
    expect(await file("/index.html.br")).toBeUndefined()
  })
})

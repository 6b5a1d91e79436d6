/** A declaration of an API report: its name, its text, and the doors that export it. */
interface Declaration {
  readonly name: string
  text: string
  readonly doors: Array<string>
}

const header =
  /^(export )?((?:abstract |declare )*(?:const|function|class|type|interface|namespace|enum) (\w+)[\s\S]*)$/m
const comments = /^ *\/\/ .*\n|\/\* @__PURE__ \*\/ /gm

/** The declarations of one door's report, without the comments and imports of API Extractor. */
const declarationsOf = (report: string) => {
  const [, body = ""] = /```ts\n([\s\S]*)```/.exec(report) ?? []
  return body
    .split(/^(?=\/\/ @public)/m)
    .slice(1)
    .flatMap((part) => {
      const found = header.exec(
        part.replace(/^\/\/ \(No @packageDocumentation[\s\S]*/m, "").replace(comments, ""),
      )
      return found ? [{ isExported: found[1] !== undefined, text: found[2]!.trim(), name: found[3]! }] : []
    })
}

const tokens = (text: string) => text.match(/"(?:[^"\\]|\\.)*"|[\w$.]+|[^\s\w]/g) ?? []
const escaped = (token: string) => token.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Replaces the type of each constant wherever another declaration repeats it: by `typeof` and its name. */
const withNames = (declarations: ReadonlyArray<Declaration>): void => {
  const schemas = declarations.flatMap(({ name, text }) => {
    const [, type] = /^const \w+: (Schema\.[\s\S]*);$/.exec(text) ?? []
    return type !== undefined && type.length > 40 ? [{ name, type: tokens(type) }] : []
  })
  for (const { name, type } of schemas.sort((a, b) => b.type.length - a.type.length)) {
    const repeated = new RegExp(type.map(escaped).join("\\s*"), "g")
    for (const each of declarations) {
      if (each.name !== name) each.text = each.text.replace(repeated, `typeof ${name}`)
    }
  }
}

/**
 * A class with the fields of the base that it extends, which is exported by no name: once, also where an opaque schema says
 * them of itself and of what it leaves out.
 */
const withBases = (declarations: ReadonlyArray<Declaration>): ReadonlyArray<Declaration> => {
  const bases = new Map(
    declarations.flatMap(({ name, text }) => {
      const [, type] = /^const \w+_base: ([\s\S]*);$/.exec(text) ?? []
      return type === undefined
        ? []
        : [[name, type.replace(/, \{\}> & Omit<[\s\S]*, keyof Schema\.Top>$/, ">")]]
    }),
  )
  const used = new Set<string>()
  for (const each of declarations) {
    each.text = each.text.replace(
      /^(class \w+ extends )(\w+)( \{(?:\s*\})?)/,
      (whole, start, base, end: string) => {
        const type = bases.get(base)
        if (type === undefined) return whole
        used.add(base)
        return `${start}${type}${end.endsWith("}") ? ";" : end}`
      },
    )
  }
  return declarations.filter(({ name }) => !used.has(name))
}

/** The member of an operation is the operation that is exported by its name. */
const withOperations = (declarations: ReadonlyArray<Declaration>): void => {
  const operations = new Set(
    declarations.flatMap(({ name, text }) =>
      text.startsWith(`const ${name}: Operation<"${name}"`) ? [name] : [],
    ),
  )
  for (const each of declarations) {
    if (operations.has(each.name)) continue
    each.text = each.text.replace(
      /^ {4}(\w+): Operation<"\1",(?:.*\n(?! {4}\w+: |\};))*.*$/gm,
      (whole, name) => (operations.has(name) ? `    ${name}: typeof ${name};` : whole),
    )
  }
}

/** Members on one line where there is room for them. */
const joined = (text: string): string => {
  const short = text.replace(/^(.*)\{\n([^{}]*)\n *\}(.*)$/gm, (whole, before, members: string, after) => {
    const line = `${before}{ ${members
      .trim()
      .replace(/;?\n */g, "; ")
      .replace(/;$/, "")} }${after}`
    return line.length <= 120 && !members.includes("/**") ? line : whole
  })
  return short === text ? text : joined(short)
}

/** What a group of HTTP endpoints is made of: OpenAPI says it, and its own test shows a change. */
const isEndpoints = (text: string) => /^const \w+_base: HttpApi/.test(text)

const saysOnlyItsType = (name: string, text: string) =>
  text === `type ${name} = typeof ${name}.Type;` ||
  tokens(text).join("") === `interface${name}extendsSchema.Schema.Type<typeof${name}>{}`

/**
 * One report of a package from those of its doors: each declaration once, under the doors that export it, with names for
 * the types that it repeats, and without what only says again that a schema has a type. The `written` names are of a file
 * that a command writes: that file is their report.
 */
export const oneReport = (
  name: string,
  reports: ReadonlyMap<string, string>,
  written?: { readonly file: string; readonly names: ReadonlySet<string> },
): string => {
  const found = new Map<string, Declaration>()
  for (const [door, report] of reports) {
    for (const { name, text, isExported } of declarationsOf(report)) {
      if (isEndpoints(text) || saysOnlyItsType(name, text) || written?.names.has(name)) continue
      const id = tokens(text).join(" ")
      const known = found.get(id) ?? { name, text, doors: [] }
      found.set(id, known)
      if (isExported) known.doors.push(door)
    }
  }
  const all = [...found.values()].sort(
    (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) || (a.text < b.text ? -1 : 1),
  )
  withNames(all)
  withOperations(all)
  const declarations = withBases(all)
  const doors = [...reports.keys()].join(", ")
  const sections = new Map<string, Array<string>>()
  for (const { doors, text: long } of declarations) {
    const text = joined(long)
    const section = doors.length === 0 ? "Named by these, and not exported" : doors.join(", ")
    const texts = sections.get(section) ?? []
    sections.set(section, texts)
    texts.push(text.includes("\n") ? `\n${text}\n` : text)
  }
  const parts = [...sections]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([section, texts]) => {
      const text = texts
        .join("\n")
        .replace(/\n{3,}/g, "\n\n")
        .trim()
      return `## ${section}\n\n\`\`\`ts\n${text}\n\`\`\`\n`
    })
  return `# What ${name} exports\n\nOf ${doors}. Written by \`pnpm api\`. The type of a schema's name is its \`Type\`.${written === undefined ? "" : ` Its ${written.names.size} names of the wire are in \`${written.file}\`, which a command writes.`}\n\n${parts.join("\n")}`
}

/**
 * What each package exports, as its `api.md`: `pnpm api` writes them, and without `--write` this fails where one would
 * change. Fails too where an exported name has no docstring. Reads what was built.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import {
  CompilerState,
  Extractor,
  ExtractorConfig,
  ExtractorLogLevel,
  type IExtractorInvokeOptions,
} from "@microsoft/api-extractor"
import { oneReport } from "./oneReport.ts"
import { withoutOrder } from "./withoutOrder.ts"

const root = resolve(import.meta.dirname, "../..")
const isWriting = process.argv.includes("--write")
const scratch = mkdtempSync(join(tmpdir(), "hangtag-api-"))

/** Doors that only our own packages go through: `docs/versioning.md` promises nothing of them. */
const unpromised = new Set(["@hangtag/core/adapter", "@hangtag/postgres/embedded/spawnThread"])

const doors = readdirSync(join(root, "packages")).flatMap((folder) => {
  const projectFolder = join(root, "packages", folder)
  const { name, publishConfig } = JSON.parse(readFileSync(join(projectFolder, "package.json"), "utf8"))
  return Object.entries<{ readonly types: string }>(publishConfig.exports).map(([door, { types }]) => ({
    door: join(name, door),
    projectFolder,
    entry: join(projectFolder, types),
    // every package may have an `index`
    file: `${folder}-${door.replace(/^\.\/?/, "").replaceAll("/", "-") || "index"}.api.md`,
  }))
})

const silent = { default: { logLevel: ExtractorLogLevel.None } }
const configOf = ({ projectFolder, entry, file }: (typeof doors)[number]) =>
  ExtractorConfig.prepare({
    configObject: {
      projectFolder,
      mainEntryPointFilePath: entry,
      newlineKind: "lf",
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: "es2024",
            lib: ["es2024", "dom"],
            module: "nodenext",
            types: ["node"],
            strict: true,
            exactOptionalPropertyTypes: true,
            skipLibCheck: true,
            allowImportingTsExtensions: true,
            noEmit: true,
          },
          files: [entry],
        },
      },
      apiReport: {
        enabled: true,
        reportFileName: file,
        reportFolder: scratch,
        reportTempFolder: scratch,
        // the fields of a class by `Schema.TaggedError` or `Context.Service` are in a base that is not exported
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: silent,
        extractorMessageReporting: silent,
        tsdocMessageReporting: silent,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, "package.json"),
  })

const declaration =
  /^\/\/ @public( \(undocumented\))?\nexport (?:abstract )?(?:const|function|class|type|interface|namespace) (\w+)/gm

/** Names of the report that nothing tells about; a type and a schema of one name need one docstring. */
const undocumented = (report: string): ReadonlyArray<string> => {
  const names = new Map<string, boolean>()
  for (const [, without, name] of report.matchAll(declaration)) {
    names.set(name!, (names.get(name!) ?? false) || without === undefined)
  }
  if (names.size === 0) throw new Error(`This report exports nothing:\n${report}`)
  return [...names].flatMap(([name, isTold]) => (isTold ? [] : [name]))
}

/** The file of a package that a command writes, if there is one, and the names that it exports. */
const writtenIn = (folder: string) => {
  const file = "src/contract.ts"
  if (!existsSync(join(folder, file))) return undefined
  const exported = readFileSync(join(folder, file), "utf8").matchAll(
    /^export (?:interface|type|const) (\w+)/gm,
  )
  return { file, names: new Set([...exported].map(([, name]) => name!)) }
}

try {
  const configs = doors.map((each) => ({ ...each, config: configOf(each) }))
  const compilerState = CompilerState.create(configs[0]!.config, {
    additionalEntryPoints: configs.map(({ config }) => config.mainEntryPointFilePath),
  })
  const options: IExtractorInvokeOptions = {
    compilerState,
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true
    },
  }
  const reports = configs.map(({ door, file, config, projectFolder }) => {
    Extractor.invoke(config, options)
    return { door, projectFolder, report: readFileSync(join(scratch, file), "utf8") }
  })
  const faults = reports.flatMap(({ door, report }) => {
    const names = undocumented(report)
    return names.length > 0 ? [`${door} exports without a docstring: ${names.join(", ")}`] : []
  })
  const promised = Map.groupBy(
    reports.filter(({ door }) => !unpromised.has(door)),
    ({ projectFolder }) => projectFolder,
  )
  for (const [folder, ofDoors] of promised) {
    const { name } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    const report = oneReport(
      name,
      new Map(ofDoors.map((each) => [each.door, each.report])),
      writtenIn(folder),
    )
    const kept = join(folder, "api.md")
    if (withoutOrder(report) === withoutOrder(existsSync(kept) ? readFileSync(kept, "utf8") : "")) continue
    if (isWriting) writeFileSync(kept, report)
    else
      faults.push(
        `What ${name} exports has changed: run \`pnpm api\`, and see in the diff whether that is meant`,
      )
  }
  if (faults.length > 0) throw new Error(faults.join("\n"))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

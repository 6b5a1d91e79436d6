import { execFile, execFileSync } from "node:child_process"
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"

const run = promisify(execFile)

const runs = (command: string, ...args: ReadonlyArray<string>): boolean => {
  try {
    execFileSync(command, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

// Debian installs openpyxl for /usr/bin/python3, which need not be the first python3 of the path.
export const findOpenpyxl = (): string | undefined =>
  ["python3", "/usr/bin/python3", "python"].find((python) => runs(python, "-c", "import openpyxl"))

export const findLibreOffice = (): string | undefined =>
  ["soffice", "libreoffice"].find((office) => runs(office, "--version"))

const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), "hangtag-export-"))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const script = `
import json, openpyxl, sys, warnings
warnings.simplefilter("error")
book = openpyxl.load_workbook(sys.argv[1], read_only=True)
def show(cell):
    value = cell.value
    if hasattr(value, "isoformat"): value = value.isoformat()
    return [cell.data_type, value, cell.number_format if value is not None else "General"]
json.dump({sheet.title: [[show(cell) for cell in row] for row in sheet.iter_rows()] for sheet in book}, sys.stdout)
`

/** Kind (s, n, b, d), value and format of a cell as openpyxl reads them. */
export type OpenpyxlCell = readonly [kind: string, value: string | number | boolean | null, format: string]

/** Every sheet's cells as openpyxl's read-only mode gives them; any warning of its is an error. */
export const readByOpenpyxl = (python: string, file: Buffer) =>
  inFolder(async (folder) => {
    const path = join(folder, "export.xlsx")
    await writeFile(path, file)
    const { stdout } = await run(python, ["-c", script, path], { maxBuffer: 1e9 })
    return JSON.parse(stdout) as Record<string, Array<Array<OpenpyxlCell>>>
  })

export const findFile = (): boolean => runs("file", "--version")

/** What `file` takes the bytes for. */
export const mimeTypeOf = (bytes: Buffer) =>
  inFolder(async (folder) => {
    await writeFile(join(folder, "export"), bytes)
    const { stdout } = await run("file", ["--brief", "--mime-type", join(folder, "export")])
    return stdout.trim()
  })

const shown = (office: string, name: string, bytes: Buffer, options: ReadonlyArray<string>) =>
  inFolder(async (folder) => {
    await writeFile(join(folder, name), bytes)
    const csv = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1"
    await run(office, [
      "--headless",
      `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`,
      ...[...options, "--convert-to", csv, "--outdir", join(folder, "out"), join(folder, name)],
    ])
    const sheets: Record<string, string> = {}
    for (const sheet of await readdir(join(folder, "out"))) {
      sheets[sheet.replace(/^book-|\.csv$/g, "")] = await readFile(join(folder, "out", sheet), "utf8")
    }
    return sheets
  })

/** Every sheet of an xlsx file as LibreOffice shows it: a csv of the formatted cells by sheet name. */
export const showByLibreOffice = (office: string, file: Buffer) => shown(office, "book.xlsx", file, [])

/** A csv file as LibreOffice shows it, split at the separators that its dialog has set: comma, semicolon and tab. */
export const importByLibreOffice = async (office: string, file: Buffer) =>
  Object.values(await shown(office, "book.csv", file, ["--infilter=CSV:44/59/9,34,76,1"]))[0]!

/** How many pages LibreOffice prints a file on, and of which sizes, in points. */
export const pagesByLibreOffice = (office: string, file: Buffer) =>
  inFolder(async (folder) => {
    await writeFile(join(folder, "export.xlsx"), file)
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, "profile"))}`
    await run(office, [
      profile,
      "--headless",
      "--convert-to",
      "pdf",
      "--outdir",
      folder,
      join(folder, "export.xlsx"),
    ])
    const pdf = await readFile(join(folder, "export.pdf"), "latin1")
    const boxes = [...pdf.matchAll(/\/MediaBox\s*\[([\d. ]{1,60})\]/g)].map(([, box]) => box!.trim())
    return { count: [...pdf.matchAll(/\/Type\s*\/Page\b/g)].length, boxes: [...new Set(boxes)] }
  })

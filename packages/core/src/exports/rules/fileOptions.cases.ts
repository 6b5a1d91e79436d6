import type { Case } from "../../kernel/rules/decisionTable.cases.ts"
import type { ExportExpect, ExportGiven } from "./exportRows.cases.ts"

const columns = ["product_key", "labels", "tags", "height"]
const products = [
  {
    product_key: "P1",
    labels: ["fall", "sale"],
    attributes: { tags: ["a", "b"], height: { unit: "in", of: ["x", "y"] } },
  },
]
const rows: ExportExpect = [columns, ["P1", "fall; sale", "a; b", "unit: in; of: x; y"]]

/** What the options of a file change in its rows, and which are refused. */
export const fileOptionCases: ReadonlyArray<Case<ExportGiven, ExportExpect>> = [
  {
    name: "none",
    given: { products, columns, file_options: {} },
    expect: rows,
    why: "Nothing asked for is as no options.",
  },
  {
    name: "a separator of lists",
    given: { products, columns, file_options: { list_separator: " | " } },
    expect: [columns, ["P1", "fall | sale", "a | b", "unit: in; of: x | y"]],
    why: "It stands between the items of every list; the members of a record stay apart by `; `.",
  },
  {
    name: "a separator of lists in attribute_rows",
    given: { products, file_options: { list_separator: "\n" } },
    expect: [
      ["product_key", "variant_key", "attribute_key", "attribute_label", "value", "value_label"],
      ["P1", null, "height.of", "height", "x\ny", "x\ny"],
      ["P1", null, "height.unit", "height", "in", "in"],
      ["P1", null, "tags", "tags", "a\nb", "a\nb"],
    ],
    why: "In both modes alike.",
  },
  {
    name: "another csv",
    given: {
      products,
      columns,
      file_options: { csv_delimiter: ";", csv_decimal: ",", csv_bom: true, csv_formula_guard: true },
    },
    expect: rows,
    why: "How csv is written changes none of its texts.",
  },
  {
    name: "gzip",
    given: {
      products,
      columns,
      file_options: { csv_delimiter: "\t", gzip: true, file_name: "Preise Größe" },
    },
    expect: rows,
    why: "The file is the same, compressed, and is called `Preise Größe.csv.gz`.",
  },
  {
    name: "what asks for nothing",
    given: { products, columns, file_options: { about_sheet: false, csv_bom: null, list_separator: null } },
    expect: rows,
    why: "Null is as absent, and false asks for nothing that another format could not give.",
  },
  {
    name: "options of csv for xlsx",
    given: {
      products,
      columns,
      format: "xlsx",
      file_options: {
        csv_delimiter: ",",
        csv_decimal: ".",
        csv_bom: true,
        csv_formula_guard: true,
        gzip: true,
      },
    },
    expect: {
      faults: ["csv_delimiter", "csv_decimal", "csv_bom", "csv_formula_guard", "gzip"].map(
        (name) => `file_options.${name}`,
      ),
    },
    why: "What is asked for and cannot be had is told, not ignored.",
  },
  {
    name: "options of xlsx for csv",
    given: { products, columns, file_options: { about_sheet: true } },
    expect: { faults: ["file_options.about_sheet"] },
    why: "Csv has one sheet.",
  },
  {
    name: "no separator of lists",
    given: { products, columns, file_options: { list_separator: "" } },
    expect: { faults: ["file_options.list_separator"] },
    why: "Items that nothing separates cannot be told apart.",
  },
  {
    name: "a long separator of lists",
    given: { products, columns, file_options: { list_separator: "-".repeat(21) } },
    expect: { faults: ["file_options.list_separator"] },
    why: "It has at most 20 characters.",
  },
  {
    name: "a separator of lists that is no text",
    given: { products, columns, file_options: { list_separator: "\ud800;" } },
    expect: { faults: ["file_options.list_separator"] },
    why: "Half a surrogate pair is written as another character, or not at all.",
  },
  {
    name: "a separator of lists that terminals obey",
    given: { products, columns, file_options: { list_separator: "\u001b[2J" } },
    expect: { faults: ["file_options.list_separator"] },
    why: "Of control characters only tabs and ends of lines are text in a cell.",
  },
  {
    name: "a name that is no text",
    given: { products, columns, file_options: { file_name: "prices \udc00" } },
    expect: { faults: ["file_options.file_name"] },
    why: "No file is called half a surrogate pair.",
  },
  {
    name: "a name that is a path",
    given: { products, columns, file_options: { file_name: "../prices.csv", gzip: true } },
    expect: { faults: ["file_options.file_name"] },
    why: 'A file name has none of `<>:"/\\|?*`, no control characters, no blank or point at its ends.',
  },
]

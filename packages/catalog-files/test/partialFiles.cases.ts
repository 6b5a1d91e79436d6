import type { Case } from "./Case.ts"

/** A file over a catalog that is new, or has the boot of the full file. */
interface Given {
  readonly catalog: "new" | "full"
  readonly columns: string
  /** Its rows, of the boot. */
  readonly rows: ReadonlyArray<string>
}

/** What the boot is in the end, and what the summary counts as emptied. */
interface Expect {
  readonly brand: string
  readonly labels: string
  readonly type: string
  /** `KEY color/size PRICE`, with the barcode where there is one. */
  readonly variants: ReadonlyArray<string>
  readonly emptied?: ReadonlyArray<string>
  readonly rejected?: string
}

const full: Expect = {
  brand: "acme",
  labels: "fall",
  type: "Boots",
  variants: ["B-1 Black/9 10 code-1", "B-2 Tan/10 11 code-2"],
}
const options = "Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value"

export const fullFile: Pick<Given, "columns" | "rows"> = {
  columns: `Handle,Title,Vendor,Type,Tags,${options},Variant SKU,Variant Price,Variant Barcode`,
  rows: ["boot,Boot,Acme,Boots,fall,Color,Black,Size,9,,,B-1,10,code-1", "boot,,,,,,Tan,,10,,,B-2,11,code-2"],
}

export const partialFileCases: ReadonlyArray<Case<Given, Expect>> = [
  {
    name: "every column, new",
    given: { catalog: "new", ...fullFile },
    expect: full,
    why: "A cell that is filled is written.",
  },
  {
    name: "every column, again",
    given: { catalog: "full", ...fullFile },
    expect: full,
    why: "The same file changes nothing.",
  },
  {
    name: "prices alone",
    given: {
      catalog: "full",
      columns: "Handle,Title,Vendor,Variant SKU,Variant Price",
      rows: ["boot,Boot,Acme,B-1,20", "boot,,,B-2,21"],
    },
    expect: { ...full, variants: ["B-1 Black/9 20 code-1", "B-2 Tan/10 21 code-2"] },
    why: "Of colors, sizes, labels and attributes the file says nothing.",
  },
  {
    name: "prices alone, new",
    given: {
      catalog: "new",
      columns: "Handle,Title,Vendor,Variant SKU,Variant Price",
      rows: ["boot,Boot,Acme,B-1,20"],
    },
    expect: { brand: "acme", labels: "", type: "", variants: ["B-1 / 20"] },
    why: "What nothing is known of is empty.",
  },
  {
    name: "a description alone",
    given: { catalog: "full", columns: "Handle,Title,Body (HTML)", rows: ["boot,Boot,<p>New</p>"] },
    expect: full,
    why: "A product without a Vendor column stays in its brand, and gets no variant of its handle.",
  },
  {
    name: "a description alone, new",
    given: { catalog: "new", columns: "Handle,Title,Body (HTML)", rows: ["boot,Boot,<p>New</p>"] },
    expect: { brand: "unbranded", labels: "", type: "", variants: [] },
    why: "A brand it must have; of variants the file says nothing.",
  },
  {
    name: "empty cells in every column",
    given: {
      catalog: "full",
      columns: fullFile.columns,
      rows: ["boot,Boot,Acme,,,Color,,Size,,,,B-1,,", "boot,,,,,,Tan,,10,,,B-2,,code-2"],
    },
    expect: {
      brand: "acme",
      labels: "",
      type: "",
      variants: ["B-1 / 10", "B-2 Tan/10 11 code-2"],
      emptied: ["labels of boot", "type of boot", "color of B-1", "size of B-1", "barcode of B-1"],
    },
    why: "An empty cell says that there is none, and is counted; a price without one is gone from the shop.",
  },
  {
    name: "an empty vendor",
    given: {
      catalog: "full",
      columns: "Handle,Title,Vendor,Variant SKU,Variant Price",
      rows: ["boot,Boot,,B-1,10"],
    },
    expect: { ...full, brand: "unbranded" },
    why: "The column is there and says that there is no vendor.",
  },
  {
    name: "one option of two",
    given: {
      catalog: "full",
      columns: "Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU",
      rows: ["boot,Boot,Acme,Color,Brown,B-1"],
    },
    expect: { ...full, variants: ["B-1 Brown/9 10 code-1", "B-2 Tan/10 11 code-2"] },
    why: "The size was in a column that the file has not.",
  },
  {
    name: "an empty barcode",
    given: {
      catalog: "full",
      columns: "Handle,Title,Vendor,Variant SKU,Variant Barcode",
      rows: ["boot,Boot,Acme,B-1,"],
    },
    expect: {
      ...full,
      variants: ["B-1 Black/9 10", "B-2 Tan/10 11 code-2"],
      emptied: ["barcode of B-1"],
    },
    why: "An attribute is emptied by its own column alone.",
  },
  {
    name: "prices without SKUs",
    given: { catalog: "full", columns: "Handle,Title,Vendor,Variant Price", rows: ["boot,Boot,Acme,20"] },
    expect: { ...full, rejected: "add the column" },
    why: "Whose price it is cannot be known, and a variant of the handle would be one too many.",
  },
  {
    name: "options without SKUs",
    given: {
      catalog: "full",
      columns: "Handle,Title,Vendor,Option1 Name,Option1 Value,Variant Price",
      rows: ["boot,Boot,Acme,Color,Black,20"],
    },
    expect: { ...full, rejected: "add the column" },
    why: "A key made of options is none of the keys that its variants have.",
  },
  {
    name: "prices without SKUs, new",
    given: { catalog: "new", columns: "Handle,Title,Vendor,Variant Price", rows: ["boot,Boot,Acme,20"] },
    expect: { brand: "acme", labels: "", type: "", variants: ["boot / 20"] },
    why: "A product without options is its own variant.",
  },
]

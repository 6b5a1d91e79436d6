import type { Case } from "./Case.ts"

interface Given {
  readonly name?: string
  readonly text: string
  readonly encoding?: "utf16le" | "utf16be" | "cp1252"
  readonly mark?: true
  readonly isPacked?: true
  readonly locale?: string
}

/** The title and price of the boot, what is left out by line, or why the file is refused. */
type Expect =
  | { readonly boot: string; readonly faults?: ReadonlyArray<string> }
  | { readonly refused: string }

const strayReturn =
  "has a line break (CR) in a cell without quotes, and the first row ends with another kind (LF): it may be a text in two lines, or the end of a row; put the cell in quotes, or save the file again with one kind of line breaks"
const header = "Handle,Title,Vendor,Variant SKU,Variant Price"
const good = `${header}\nboot,Bööt,Acme,B,149.95\n`
const read: Expect = { boot: "Bööt 149.95" }
const euro = (amount: string) => `${header.replaceAll(",", ";")}\nboot;Bööt;Acme;B;${amount}\n`

export const oddFileCases: ReadonlyArray<Case<Given, Expect>> = [
  { name: "commas", given: { text: good }, expect: read, why: "What a shop exports." },
  {
    name: "CRLF",
    given: { text: good.replaceAll("\n", "\r\n") },
    expect: read,
    why: "Any line break is one.",
  },
  {
    name: "line ends of old Macs",
    given: { text: good.replaceAll("\n", "\r") },
    expect: read,
    why: "The first row ends so, and so do all.",
  },
  {
    name: "a carriage return in a cell",
    given: { text: `${good}hat,Hat,Acme,H,149\r.95\nbag,"B\rag",Acme,G,9\ncap,C\rap,Acme,C,9\r\n` },
    expect: { ...read, faults: ["3", "7"].map((line) => `${line} ${strayReturn}`) },
    why: "Whether it ends a row is not known: 149.95 was cut off to 149. In quotes it is a text in two lines.",
  },
  {
    name: "a carriage return before a file's line ends of Windows",
    given: { text: good.replaceAll("\n", "\r\r\n") },
    expect: read,
    why: "Some programs write them so: blank lines are no rows.",
  },
  {
    name: "semicolons",
    given: { text: good.replaceAll(",", ";") },
    expect: read,
    why: "Excel saves so where the comma is in numbers.",
  },
  { name: "tabs", given: { text: good.replaceAll(",", "\t") }, expect: read, why: "A text file of Excel's." },
  {
    name: "a UTF-8 mark",
    given: { text: good, mark: true },
    expect: read,
    why: "CSV UTF-8 of Excel's begins with it.",
  },
  {
    name: "a PDF",
    given: { name: "prices.csv", text: "%PDF-1.7\n" },
    expect: { refused: "it is a PDF: take the file that it was made of, as xlsx or CSV UTF-8" },
    why: "What was printed has no cells, whatever it is called.",
  },
  {
    name: "UTF-16 with a mark",
    given: { text: good, encoding: "utf16le", mark: true },
    expect: read,
    why: "Unicode text of Excel's.",
  },
  {
    name: "UTF-16 without a mark",
    given: { text: good, encoding: "utf16le" },
    expect: read,
    why: "Its zeros show what it is.",
  },
  {
    name: "UTF-16 of the other order",
    given: { text: good, encoding: "utf16be", mark: true },
    expect: read,
    why: "The mark says so.",
  },
  {
    name: "UTF-16 of the other order without a mark",
    given: { text: good, encoding: "utf16be" },
    expect: read,
    why: "Its zeros come first.",
  },
  {
    name: "Windows-1252",
    given: { text: good, encoding: "cp1252" },
    expect: read,
    why: "What Excel calls CSV in the West.",
  },
  {
    name: "gzip",
    given: { name: "shop.csv.gz", text: good, isPacked: true },
    expect: read,
    why: "Backups are packed.",
  },
  {
    name: "amounts of a country",
    given: { text: euro("1.149,95"), locale: "de" },
    expect: { boot: "Bööt 1149.95" },
    why: "The caller says how amounts are written.",
  },
  {
    name: "amounts of another country",
    given: { text: euro("1 149,95"), locale: "fr" },
    expect: { boot: "Bööt 1149.95" },
    why: "A plain space stands for the one that is printed.",
  },
  {
    name: "a point where the country has none",
    given: { text: euro("149.95"), locale: "de" },
    expect: { boot: "Bööt", faults: ["2 PRICE of B must be an amount such as 1299,95, found 149.95"] },
    why: "149.95 is no number there, and 14995 would be a guess.",
  },
  {
    name: "a comma without a locale",
    given: { text: euro("149,95") },
    expect: { boot: "Bööt", faults: ["2 PRICE of B must be a plain amount such as 1299.95, found 149,95"] },
    why: "Whether 1,299 is one or a thousand only the caller knows.",
  },
  {
    name: "groups of two digits",
    given: { text: `${header}\nboot,Bööt,Acme,B,"1,23,149.95"\n`, locale: "en-IN" },
    expect: { boot: "Bööt 123149.95" },
    why: "Lakhs are written so.",
  },
  {
    name: "groups of three digits where two are usual",
    given: { text: `${header}\nboot,Bööt,Acme,B,"123,149.95"\n`, locale: "en-IN" },
    expect: { boot: "Bööt", faults: ["2 PRICE of B must be an amount such as 1299.95, found 123,149.95"] },
    why: "Either a digit or a comma is wrong.",
  },
  {
    name: "Excel's line of the separator",
    given: { text: `sep=;\n${good.replaceAll(",", ";")}` },
    expect: read,
    why: "It is for the program, and no row.",
  },
  {
    name: "blank lines above the headings",
    given: { text: `  \n,,,,\n${good}` },
    expect: read,
    why: "Headings are the first row that is not blank, and no product.",
  },
  {
    name: "headings that come again",
    given: { text: `${good}\uFEFF${good.replaceAll("boot", "hat").replace(",B,", ",H,")}` },
    expect: read,
    why: "A shop exports in parts, and one was put behind another.",
  },
  {
    name: "an error of the spreadsheet",
    given: { text: `${good}hat,Hat,Acme,#N/A,9\ncap,Cap,#DIV/0!,C,9\n` },
    expect: {
      ...read,
      faults: [
        "3 has #N/A in column Variant SKU, an error of its spreadsheet; write the value there, and save it again",
        "4 has #DIV/0! in column Vendor, an error of its spreadsheet; write the value there, and save it again",
      ],
    },
    why: "A csv file writes errors as texts; #N/A is no key, and no vendor.",
  },
  {
    name: "an error of a spreadsheet in another language",
    given: { text: `${good}hat,#BEZUG!,Acme,H,9\ncap,Cap,Acme,C,#NV\nbag,Bag,Acme,G,Err:502\n` },
    expect: {
      ...read,
      faults: [
        ["3 has #BEZUG! in column Title"],
        ["4 has #NV in column Variant Price"],
        ["5 has Err:502 in column Variant Price"],
      ].map(([found]) => `${found}, an error of its spreadsheet; write the value there, and save it again`),
    },
    why: "Excel translates them.",
  },
  {
    name: "long numbers that a spreadsheet has shortened",
    given: { text: `${good}hat,Hat,Acme,4.00638E+12,9\ncap,Cap,Acme,"4,00638E+12",9\n` },
    expect: {
      ...read,
      faults: ["3 has 4.00638E+12", "4 has 4,00638E+12"].map(
        (found) =>
          `${found} in column Variant SKU, a number that its spreadsheet has shortened; write all of its digits there, as a text, and save it again`,
      ),
    },
    why: "The digits behind are lost: it names another variant, or several.",
  },
  {
    name: "codes that a spreadsheet is to take for texts",
    given: { text: `${header}\nboot,"=""Bööt""",Acme,"=""B""",149.95\n` },
    expect: read,
    why: "Other programs write so that zeros before a code stay, and spreadsheets show what is in the quotes.",
  },
  {
    name: "a name that begins as an error does",
    given: { text: good.replace("Bööt", "#SALE!") },
    expect: { boot: "#SALE! 149.95" },
    why: "No spreadsheet has such an error.",
  },
  {
    name: "what a terminal would obey",
    given: { text: euro("9\u001b[31m") },
    expect: {
      boot: "Bööt",
      faults: ["2 PRICE of B must be a plain amount such as 1299.95, found 9\\u001b[31m"],
    },
    why: "A fault is shown there.",
  },
  {
    name: "a last line without an end",
    given: { text: `${good}hat,Hat,Acme,H,9` },
    expect: {
      ...read,
      faults: [
        "3 is the last one and has no line break at its end, as of a file that was cut off; look whether it is complete, and end it with a line break",
      ],
    },
    why: "A file that was cut off at 90.00 says 9.",
  },
  {
    name: "a line with too few cells",
    given: { text: `${good}hat,Hat,Acme\n` },
    expect: {
      ...read,
      faults: [
        "3 has 3 cells where the first row names 5 columns; write every cell, also those that are empty",
      ],
    },
    why: "What is missing is not known to be empty.",
  },
  {
    name: "a quote that is closed by one of another row",
    given: { text: `${good}hat,"Hat,Acme,H,9\ncap,"Cap",Acme,C,9\nbag,"Bag 5" wide",Acme,G,9\n` },
    expect: {
      ...read,
      faults: [
        '3 has a quote (") that is closed in the middle of a cell further down: what stands up to line 4 may be rows of their own; look for a quote too many or too few',
      ],
    },
    why: "The hat would be called as both rows, and cost what the cap does. Within a line a quote is a letter.",
  },
  {
    name: "two columns of one name",
    given: { text: good.replace("Vendor", "title") },
    expect: { refused: "two of its columns are the same: Title and title" },
    why: "Either could be the one.",
  },
  {
    name: "two names of one column",
    given: { text: good.replace("Vendor", "Price") },
    expect: { refused: "two of its columns are the same: Price and Variant Price" },
    why: "The template of 2025 calls it otherwise, and it is one.",
  },
  {
    name: "two columns of one attribute",
    given: { text: `${header},Sole Type,sole-type\nboot,Bööt,Acme,B,9,Rubber,Cork\n` },
    expect: { refused: "two of its columns become one attribute, sole_type: Sole Type and sole-type" },
    why: "One of the two would be lost.",
  },
  {
    name: "WooCommerce in French, of an extension's type",
    given: { text: "ID;Type;UGS;Nom;Publié\n1;variable-subscription;A;Boot;1\n" },
    expect: { refused: "it is a WooCommerce export" },
    why: "Extensions have types of their own.",
  },
  {
    name: "WooCommerce in French, some columns",
    given: { text: "ID,UGS,Nom,Tarif régulier\n1,A,Boot,10\n" },
    expect: { refused: "it is a WooCommerce export" },
    why: "The column of the price is there, the type is not.",
  },
  {
    name: "WooCommerce in German",
    given: {
      text: 'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,"Sichtbarkeit im Katalog"\n1,"simple, virtual",A,,B,visible\n',
    },
    expect: { refused: "it is a WooCommerce export" },
    why: "The types of its products are English in every language.",
  },
  {
    name: "PrestaShop",
    given: { text: "Product ID;Active (0/1);Name *;Price tax excluded;Reference #\n1;1;A;2;B\n" },
    expect: { refused: "it is a PrestaShop export" },
    why: "The form of its import.",
  },
  {
    name: "PrestaShop in French",
    given: { text: "ID;Actif (0/1);Nom *;Catégories (x,y,z...);Prix HT;Référence n°\n1;1;A;Home;10;B\n" },
    expect: { refused: "it is a PrestaShop export" },
    why: "It is a French program.",
  },
  {
    name: "PrestaShop's list of products in French",
    given: { text: "ID;Image;Nom;Référence;Prix (HT);Prix (TTC)\n1;x;A;B;10;12\n" },
    expect: { refused: "it is a PrestaShop export" },
    why: "What its list of products exports.",
  },
  {
    name: "PrestaShop's combinations",
    given: { text: "Product ID*;Attribute (Name:Type:Position)*;Reference\n1;Color:color:0;A\n" },
    expect: { refused: "it is a PrestaShop export of combinations" },
    why: "Variants without their products.",
  },
  {
    name: "a web page",
    given: { name: "shop.xls", text: "<html><body><table><tr><td>Handle</td></tr></table></body></html>" },
    expect: { refused: "it is a web page (HTML), whatever its name says" },
    why: "Many programs call that an Excel file.",
  },
  {
    name: "a workbook as XML",
    given: { text: '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>' },
    expect: { refused: "it is a workbook written as XML; save it as xlsx" },
    why: "Excel 2003's.",
  },
  {
    name: "UTF-32",
    given: { text: [...good].map((each) => `${each}\0`).join(""), encoding: "utf16le", mark: true },
    expect: { refused: "it is no text that can be read" },
    why: "Every other letter of it would be a NUL.",
  },
  {
    name: "Magento's advanced prices",
    given: {
      text: "sku,tier_price_website,tier_price_customer_group,tier_price_qty,tier_price\nA,All,ALL,1,2\n",
    },
    expect: { refused: "it is a Magento export of advanced prices" },
    why: "A price for ten is none for one.",
  },
  {
    name: "Google XML",
    given: { text: '<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0"></rss>\n' },
    expect: { refused: "it is a Google Merchant Center feed (XML)" },
    why: "It is a sheet in other words, and is not read.",
  },
]

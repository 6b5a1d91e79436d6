/** Letters that Unicode does not decompose, though people type them plainly. */
const plain: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  // lower case has two forms of it, by its place in a word
  ς: "σ",
}
const letters = new RegExp(`[${Object.keys(plain).join("")}]`, "gu")

/**
 * Marks that any script uses; those of Japanese make other letters, and marks of one script are its vowels. The small iota
 * beneath Greek vowels is a letter in upper case, and so here.
 */
const marks = /(?![\u0345\u3099\u309a])\p{Script=Inherited}/gu

/**
 * A text as searches compare it: without accents, case and forms of width, by no locale's rule.
 *
 * @example foldText("İSTANBUL Föhn") // "istanbul fohn"
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(marks, "")
    // upper case first: ı and I, ſ and S are one there
    .toUpperCase()
    .toLowerCase()
    .replaceAll(letters, (letter) => plain[letter]!)
    .normalize("NFKD")
    .replaceAll(marks, "")
    .normalize("NFC")

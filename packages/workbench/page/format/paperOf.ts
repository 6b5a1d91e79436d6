/** Where people print on letter (CLDR's paper sizes). */
const onLetter = new Set("BZ CA CL CO CR GT MX NI PA PH PR SV US VE".split(" "))

/** The paper of a locale: that of its region, or of where its language is spoken most. */
export const paperOf = (locale: string): "a4" | "letter" =>
  onLetter.has(new Intl.Locale(locale).maximize().region ?? "") ? "letter" : "a4"

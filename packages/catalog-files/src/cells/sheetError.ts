/** As spreadsheets write them in English and thirteen other languages; those of LibreOffice have numbers. */
const errors = new Set(
  `#N/A #DIV/0! #REF! #VALUE! #NAME? #NUM! #NULL! #GETTING_DATA #SPILL! #CALC! #FIELD! #BLOCKED! #CONNECT! #UNKNOWN! #BUSY!
  #NV #BEZUG! #WERT! #ZAHL! #ÜBERLAUF! #VALEUR! #NOM? #NOMBRE! #NUL! #PROPAGATION! #N/D #¡DIV/0! #¡REF! #¡VALOR! #¿NOMBRE?
  #¡NUM! #¡NULO! #¡DESBORDAMIENTO! #RIF! #VALORE! #NOME? #NULLO! #VALOR! #NÚM! #NULO! #N/B #DEEL/0! #VERW! #WAARDE! #NAAM?
  #GETAL! #LEEG! #SAKNAS! #DIVISION/0! #REFERENS! #VÄRDEFEL! #NAMN? #OGILTIGT! #SKÄRNING! #I/T #REFERENCE! #VÆRDI! #NAVN?
  #VERDI! #PUUTTUU! #JAKO/0! #VIITTAUS! #ARVO! #NIMI? #LUKU! #TYHJÄ! #N/D! #DZIEL/0! #ADR! #ARG! #NAZWA? #LICZBA! #ZERO!
  #NENÍ_K_DISPOZICI #DĚLENÍ_NULOU! #HODNOTA! #NÁZEV? #ČÍSLO! #YOK #SAYI/0! #BAŞV! #DEĞER! #AD? #SAYI! #BOŞ!
  #HIÁNYZIK #ZÉRÓOSZTÓ! #HIV! #ÉRTÉK! #NÉV? #SZÁM! #NULLA! #Н/Д #ДЕЛ/0! #ССЫЛКА! #ЗНАЧ! #ИМЯ? #ЧИСЛО! #ПУСТО!`.split(
    /\s+/,
  ),
)

/** Whether a cell's text is an error of the spreadsheet that it comes from. */
export const isSheetError = (text: string): boolean => {
  const trimmed = text.trim()
  return trimmed.startsWith("#") ? errors.has(trimmed) : /^Err:\d{3}$/.test(trimmed)
}

/** Whether a cell's text is a number of which a spreadsheet has shown, and then saved, the first digits only. */
export const isShortened = (text: string): boolean => /^\s*-?\d(?:[.,]\d+)?E\+\d{2,}\s*$/.test(text)

import { slug } from "./slug.ts"

/** The fields of a variant that a shop has as options. */
export type OptionField = "color" | "size" | "width"

/** What shops name the options that are a variant's color, size and width, in the languages that they are met in. */
const words: Readonly<Record<OptionField, string>> = {
  color: `color colour colors colours colorway
    farbe farben couleur couleurs coloris colores colore colori cor cores kleur kleuren färg färger farve farver farge
    farger väri värit kolor kolory barva farba boja szín culoare renk χρώμα цвет цвят колір боја màu màu-sắc warna
    spalva krāsa värv litur kulay रंग رنگ
    色 颜色 顏色 カラー 色彩 색상 색 색깔 컬러 สี צבע لون اللون`,
  size: `size sizes
    größe größen groesse grösse taille tailles pointure talla tallas taglia taglie tamanho tamanhos maat maten storlek
    storlekar størrelse størrelser koko koot rozmiar rozmiary velikost veľkosť veličina méret mărime mărimi beden numara
    tamaño tamaños talle talles mida misura wielkość boyut dydis izmērs suurus stærð grootte saiz sukat
    μέγεθος размер розмір величина kích-thước kích-cỡ ukuran आकार साइज़ サイズ 大きさ 尺码 尺寸 尺碼 大小 사이즈 크기
    ขนาด ไซส์ מידה גודל مقاس المقاس سایز اندازه`,
  width: `width widths
    weite breite largeur ancho anchura larghezza largura breedte bredd bredde leveys szerokość šířka šírka szélesség
    lățime genişlik πλάτος ширина 幅 宽度 寬度 폭 너비 ความกว้าง רוחב عرض`,
}

const builtIn: ReadonlyMap<string, OptionField> = new Map(
  Object.entries(words).flatMap(([field, list]) =>
    list.split(/\s+/).map((word): [string, OptionField] => [slug(word, "-"), field as OptionField]),
  ),
)

/** Names of options beside the built-in ones, whatever their case and accents. */
export type OptionNames = Readonly<Partial<Record<OptionField, ReadonlyArray<string>>>>

/**
 * Which of a product's options is which field, by their place. A name that was given counts before the built-in ones;
 * of several that fit the first does.
 */
export const optionFields = (
  names: ReadonlyArray<string>,
  given: OptionNames,
): ReadonlyMap<number, OptionField> => {
  const plain = names.map((name) => slug(name, "-"))
  const fields = new Map<number, OptionField>()
  for (const field of ["color", "size", "width"] as const) {
    const own = new Set((given[field] ?? []).map((name) => slug(name, "-")))
    const isFree = (index: number) => plain[index] !== "" && !fields.has(index)
    const named = plain.findIndex((name, index) => isFree(index) && own.has(name))
    const index =
      named === -1 ? plain.findIndex((name, at) => isFree(at) && builtIn.get(name) === field) : named
    if (index !== -1) fields.set(index, field)
  }
  return fields
}

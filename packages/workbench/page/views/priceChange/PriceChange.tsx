import { useEffect, useMemo } from "preact/hooks"
import { setState, useAddress } from "../../app/address.ts"
import { useBrand } from "../../app/brands.ts"
import { useMay } from "../../app/caller.ts"
import { rememberBrand, rememberColorway } from "../../app/lastPlace.ts"
import { type ListShown, useListShown } from "../../app/listShown.ts"
import { showZone } from "../../format/time.ts"
import { Head } from "../../parts/Head.tsx"
import { ListBox } from "../../parts/ListBox.tsx"
import { Missing } from "../../parts/Missing.tsx"
import { Empty, Failure, Waiting } from "../../parts/States.tsx"
import { firstDay, usePolicy } from "../../policy/usePolicy.ts"
import { ColorwayPicker } from "./ColorwayPicker.tsx"
import { choicesIn } from "./collisionChoices.ts"
import { Findings } from "./Findings.tsx"
import { followed } from "./followed.ts"
import { Generate } from "./Generate.tsx"
import { InLists } from "./InLists.tsx"
import { LineEditor } from "./LineEditor.tsx"
import { clashesIn, type Line, type LinesOf, lineOf, lineText, missingIn, prefilled } from "./lines.ts"
import { PreviewGrid } from "./PreviewGrid.tsx"
import { Replacing } from "./Replacing.tsx"
import { Suggestions } from "./Suggestions.tsx"
import { Timeline } from "./Timeline.tsx"
import { useChange } from "./useChange.ts"
import { type Product, useProduct } from "./useColorway.ts"
import { faultsOf, type Preview, placesOf, usePreview } from "./usePreview.ts"

/** From a colorway and new prices to a batch of drafts, with all that it does in sight. */
export const PriceChange = () => {
  const { query } = useAddress()
  const [brand, product, color] = ["brand", "product", "color"].map((name) => query.get(name) ?? "") as [
    string,
    string,
    string,
  ]
  const known = useProduct(product)
  const named = useBrand(brand)
  const shown = useListShown(query)
  return (
    <>
      <Head
        title="Price change"
        actions={<ListBox list={shown.list} lists={shown.lists} without={["line", "instead"]} />}
      >
        Choose a colorway, give it new prices, and see what they do before anybody else does.
      </Head>
      <ColorwayPicker {...{ brand, product, color, known }} brandName={named.data?.name ?? brand} />
      {product === "" ? (
        named.data === null ? (
          <Missing of="brand" name={brand} member="brand" />
        ) : (
          <Suggestions brand={brand} list={shown.list} />
        )
      ) : known.data === undefined ? null : color === "" ? (
        <div class="panel">
          <Empty title="Which color?">
            <p>Prices of one color change together.</p>
          </Empty>
        </div>
      ) : !known.data.colorways.some((each) => each.color === color) ? (
        <Missing of="color" name={color} member="color" />
      ) : (
        <Colorway
          key={`${product} ${color} ${shown.list}`}
          product={known.data}
          color={color}
          query={query}
          shown={shown}
        />
      )}
    </>
  )
}

/** The preview without the drafts of a batch that is to be replaced: they are no collisions. */
const withoutBatch = (preview: Preview, batch: string): Preview =>
  batch === ""
    ? preview
    : { ...preview, future_records: preview.future_records.filter(({ batch_key }) => batch_key !== batch) }

/** What is typed and no price; an amount that is still empty changes nothing. */
const isWrong = (line: Line, of: LinesOf): boolean => {
  const { amount, ...others } = missingIn(line, of)
  return line.amount !== "" && [amount, ...Object.values(others)].some((fault) => fault !== undefined)
}

interface ColorwayProps {
  readonly product: Product
  readonly color: string
  readonly query: URLSearchParams
  readonly shown: ListShown
}

const Colorway = ({ product, color, query, shown }: ColorwayProps) => {
  const { product_key, brand } = product
  const zone = brand.time_zone
  const { list, currency } = shown
  const linesOf = { zone, list, currency }
  const mayWrite = useMay("price:write")
  const lines = query.getAll("line").map(lineOf)
  const setLines = (next: ReadonlyArray<Line>) => setState({ line: next.map(lineText) }, { replace: true })
  const preview = usePreview({ brand: brand.brand_key, product: product_key, color }, lines, linesOf)
  const asked = usePolicy(brand.brand_key)
  const policy = asked.data?.policy
  const instead = query.get("instead") ?? ""
  const seen = useMemo(() => preview.data && withoutBatch(preview.data, instead), [preview.data, instead])
  useEffect(() => {
    rememberBrand(brand.brand_key)
    rememberColorway({ name: `${product.name}, ${color}`, path: location.pathname + location.search })
  })

  // lines that are not touched yet are what is in force
  const isUntouched = !query.has("line") && seen !== undefined && (policy ?? asked.error) !== undefined
  useEffect(() => {
    if (!isUntouched) return
    const [type] = policy?.price_types ?? []
    setLines(prefilled(seen.incumbents, seen.variant_keys.length, firstDay(policy, zone), type))
  })

  const isFaulty = preview.error !== undefined
  const choices = choicesIn(query)
  const places = placesOf(lines, linesOf)
  // what already is in force, and will be then, is no change; a preview does not know when lines end
  const ending = new Set(lines.flatMap(({ until, price_type }) => (until ? price_type.trim() : [])))
  const effective = new Set(
    seen?.lines.flatMap(({ price_type, status, status_at_effective }, index) =>
      status === "unchanged" && status_at_effective === "unchanged" && !ending.has(price_type) ? [] : [index],
    ),
  )
  const isChanging = (index: number) => effective.has(places.indexOf(index))
  const changing = lines.filter((_, index) => isChanging(index))
  const clashes = clashesIn(lines, zone, isChanging)
  const reason =
    isFaulty || clashes.size > 0 || lines.some((line) => isWrong(line, linesOf))
      ? "A line has a fault: mend it above first."
      : undefined
  const change = useChange(
    {
      brand: brand.brand_key,
      product: product_key,
      color,
      name: `${product.name}, ${color}`,
      instead,
      linesOf,
      lines: changing,
      basis: seen?.basis ?? "",
      choices,
    },
    mayWrite && reason === undefined,
  )

  const found = change.dry.isLoading ? undefined : change.dry.data?.colorways[0]
  const data = useMemo(
    () => seen && followed(seen, found?.lines ?? [], [...effective]),
    [seen, found, [...effective].join()],
  )
  if (data === undefined)
    return preview.error ? (
      <Failure error={preview.error} again={preview.again} />
    ) : (
      <Waiting label="Looking at the prices" />
    )
  const judged = lines.map((_, index) => data.lines[places.indexOf(index)])
  const variants = product.colorways.find((each) => each.color === color)?.variants ?? []
  const types = [
    ...new Set([...(policy?.price_types ?? []), ...data.incumbents.map(({ price_type }) => price_type)]),
  ]
  const strange = new Set(
    data.warnings.flatMap(({ kind, line }) =>
      kind === "unknown_price_type" ? (places[line ?? -1] ?? []) : [],
    ),
  )
  return (
    <>
      {instead !== "" && <Replacing batch={instead} />}
      <LineEditor
        brand={brand.brand_key}
        firstDay={firstDay(policy, zone)}
        {...{ lines, linesOf, shown, judged, strange, types }}
        faults={
          new Map([
            ...[...clashes].map(([index, fault]) => [`${index}.effective_from`, fault] as const),
            ...faultsOf(preview.error, places),
          ])
        }
        incumbents={data.incumbents}
        variants={data.variant_keys.length}
        onChange={setLines}
      />
      {isFaulty && faultsOf(preview.error, places).size === 0 && (
        <Failure error={preview.error!} again={preview.again} />
      )}
      <section class="panel" aria-label="Preview" aria-busy={preview.isLoading}>
        <header>
          <h2>Preview</h2>
          <p role="status">
            {preview.isLoading ? "Looking…" : <bdi>{`${product.name}, ${color}`}</bdi>} · {showZone(zone)}
          </p>
        </header>
        {data.lines.length === 0 ? (
          <Empty title="No line yet">
            <p>Complete a line above to see what it does.</p>
          </Empty>
        ) : (
          <PreviewGrid
            preview={data}
            {...{ variants, zone, currency }}
            ends={places.map((place) => lines[place]!.until)}
          />
        )}
      </section>
      <Findings
        brand={brand.brand_key}
        preview={data}
        found={change.dry.data?.colorways[0]}
        {...{ zone, currency, choices, effective }}
      />
      <InLists
        lists={shown.lists}
        of={{ brand: brand.brand_key, product: product_key, color }}
        lines={changing}
        linesOf={linesOf}
      />
      <Timeline
        {...{ product: product_key, color, linesOf, lines: changing, basis: data.basis }}
        blackouts={policy?.blackouts ?? []}
      />
      {mayWrite && (
        <Generate
          {...{ brand: brand.brand_key, zone, instead, change, reason }}
          isLoading={preview.isLoading}
          onLookAgain={preview.again}
          onEndWithout={() =>
            setLines(lines.map((line) => (line.until ? { ...line, endsWithout: true } : line)))
          }
        />
      )}
    </>
  )
}

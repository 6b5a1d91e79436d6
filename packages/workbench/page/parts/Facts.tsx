import { showCount } from "../format/decimal.ts"

/** Something of a list of facts (`dl.facts`), below its name. */
export const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <bdi>{value}</bdi>
    </dd>
  </div>
)

/** How many there are of several things. */
export const Facts = ({ of }: { readonly of: ReadonlyArray<readonly [name: string, count: number]> }) => (
  <dl class="facts">
    {of.map(([name, count]) => (
      <Fact key={name} name={name} value={showCount(count)} />
    ))}
  </dl>
)

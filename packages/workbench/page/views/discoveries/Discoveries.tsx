import { pathOf, useAddress } from "../../app/address.ts"
import { Head } from "../../parts/Head.tsx"
import { Link } from "../../parts/Link.tsx"
import { CrawlJobs } from "./CrawlJobs.tsx"
import { DiscoveryList } from "./DiscoveryList.tsx"

/** Crawls, and what each has found: which of it is to be imported. */
export const Discoveries = () => {
  const { query } = useAddress()
  const job = query.get("job") ?? ""
  return (
    <>
      {job !== "" && (
        <nav aria-label="Back">
          <Link href={pathOf("discoveries")}>← Crawls</Link>
        </nav>
      )}
      <Head title={job === "" ? "Crawl discoveries" : job}>
        Select what is to be imported. What you deselect stays so when a later crawl finds it again.
      </Head>
      {job === "" ? <CrawlJobs /> : <DiscoveryList key={job} job={job} query={query} />}
    </>
  )
}

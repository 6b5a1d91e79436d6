import { useState } from "preact/hooks"
import { api } from "../../app/api.ts"
import { useDo } from "../../app/useDo.ts"
import { messageOf } from "../../format/messageOf.ts"
import { paperOf } from "../../format/paperOf.ts"
import { Button } from "../../parts/Button.tsx"
import { JobProgress } from "../exports/JobProgress.tsx"

/** The file that goes to dealers: asked for, followed, and there to be downloaded. */
export const ChangeSheet = ({ batchKey }: { readonly batchKey: string }) => {
  const [job, setJob] = useState<string | undefined>()
  const queue = useDo((idempotencyKey) =>
    api.exportPriceBatch(
      { batch_key: batchKey, export_format: "xlsx", file_options: { paper: paperOf(navigator.language) } },
      { idempotencyKey },
    ),
  )
  if (job !== undefined) return <JobProgress jobId={job} />
  return (
    <>
      {queue.error !== undefined && <span class="fault">{messageOf(queue.error)}</span>}
      <Button isBusy={queue.isBusy} onClick={async () => setJob((await queue.run())?.job_id)}>
        Sheet for dealers
      </Button>
    </>
  )
}
